const PNG = "iVBORw0KGgoAAAANSUhEUgAA";
const JPEG = "/9j/4AAQSkZJRgABAQAAAQABAAD";

/** What web pages are made of: scripts, styles, source maps, pictures as text. */
export const WEB = {
  minified: [
    'function {lower:2}({lower:1},{lower:1}){var {lower:1}={lower:1}.{lower:6}||{};return {lower:1}({lower:3}.{lower:7}("{lower:8}"),{digits:3})}',
    'e.{lower:3}=function({lower:1}){if(!{lower:1}.{lower:5})throw new Error("{lower:9} {lower:4}");this.{lower:6}={lower:1}.token,this.password={lower:1}.{lower:4}},',
    "!0===t.{lower:5}&&(n={lower:2}(t,{digits:2}),i=n[{digits:1}]<<{digits:1}^{digits:5}),",
    '{digits:4}:(e,t,n)=>{"use strict";n.d(t,{{alpha:2}:()=>{alpha:1}});var r=n({digits:4}),{lower:1}=n({digits:4})},',
    'case"{lower:5}":return {lower:2}.{lower:8}({lower:1},"key",{secret:{lower:1}.{lower:6}});',
  ],
  "minified classes": [
    "class {alpha:2} extends {alpha:1}{constructor({lower:1},{lower:1}){super({lower:1}),this.{camel}={lower:1},this._{camel}=new WeakMap}get {camel}(){return this.#{lower:1}??={lower:1}.{camel}}}",
    'var {alpha:2}=Object.freeze({{CONST}:"{kebab}",{CONST}:"{snake}",{CONST}:{digits:3}}),{alpha:2}="{name}.{camel}";',
    '{lower:1}.headers.set("Authorization","Bearer "+{lower:1}.{camel}),{lower:1}.apiKey={lower:1}.options.apiKey||{lower:1}.env.{CONST},',
    '"password"===e.type?t.{camel}(e.value):"token"===e.name&&n({secret:o.{camel},password:r.{camel}}),',
    'function {alpha:3}(e){return e.replace(/[^A-Za-z0-9+/=]/g,"").split("{lower:2}").map((e=>e.charCodeAt({digits:1})^{digits:3}))}',
    'const {alpha:3}="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",{alpha:2}=[{digits:8},{digits:9},{digits:9},{digits:10}];',
    '{lower_digits:20}.push([[{digits:3},{digits:4}],{{digits:4}:{lower:1}=>{{lower:1}.exports="/static/{kebab}.{hex:20}.svg"}}]);',
  ],
  css: [
    ".{lower:4}-{lower:6}{color:#{hex:6};padding:{digits:1}px {digits:2}px;margin:0 auto}\n",
    "#{lower:7} .css-{lower_digits:7}{background:rgba({digits:2},{digits:2},{digits:2},.{digits:1});border-radius:{digits:1}px}\n",
    "@media(min-width:{digits:3}px){.{lower:5}{display:flex;width:{digits:2}%}}\n",
    "--{lower:6}-{lower:4}: #{hex:8};\n",
  ],
  "css, minified": [
    '.{Pascal}_{kebab}__{base64url:5}{grid-template-areas:"{word} {word}" "{word} {word}";transition:opacity .{digits:2}s cubic-bezier(.{digits:1},0,.{digits:1},1)}',
    ".tw-{lower:3}-\\[{digits:3}px\\]:hover,.{name}--{word}:not(.{kebab})>*+*{margin:-{digits:1}.{digits:2}rem 0 calc({digits:2}% - {digits:1}px)}",
    'input[type="password"],.password-{word}::placeholder,.token-{word}{letter-spacing:.{digits:2}em}',
    '@font-face{font-family:{Word};src:url(/fonts/{kebab}.{hex:16}.woff2) format("woff2");unicode-range:U+{HEX:4}-{HEX:4}}',
    ".{name}{background:url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {digits:2} {digits:2}'%3E%3Cpath d='M{digits:1}.{digits:2} {digits:2}h{digits:2}v-{digits:2}z' fill='%23{hex:6}'/%3E%3C/svg%3E\")}",
  ],
  "source map": [
    '{"version":3,"file":"{kebab}.{hex:8}.js","sources":["webpack://{name}/./src/{name}/{camel}.ts"],"names":["{camel}","{name}","{camel}"],"mappings":"AAAA,SAAS,{alpha:4},{alpha:5};{alpha:4},{alpha:4},{alpha:5},{alpha:6};{alpha:4},{alpha:5},{alpha:4}","sourceRoot":""}\n',
    ";{alpha:4},{alpha:5},{alpha:4},{alpha:4},{alpha:6},{alpha:5};AA{upper:2},{alpha:4},{alpha:5},{alpha:4};IACI,{alpha:4},{alpha:4}",
    "//# sourceMappingURL={kebab}.{hex:8}.js.map\n",
    "//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpb{base64:900}\n",
  ],
  "base64-image": [
    `data:image/png;base64,${PNG}{base64:12000}\n\n`,
    `data:image/jpeg;base64,${JPEG}{base64:24000}\n\n`,
    "src:url(data:font/woff2;base64,d09GMgABAAAAA{base64:9000})\n",
    "{base64:76}\n{base64:76}\n{base64:76}\n{base64:76}\n{base64:76}\n{base64:76}\n",
  ],
  "base64 image in a page": [
    `<p>{sentence}</p>\n<img alt="{word} {word}" width="{digits:3}" src="data:image/png;base64,${PNG}{base64:400-3000}=">\n`,
    `{sentence}\n\n![{word}](data:image/jpeg;base64,${JPEG}{base64:300-2000}==)\n\n`,
    `.icon-{word} { background-image: url("data:image/gif;base64,R0lGODlh{base64:120-900}="); }\n`,
    `{"cell_type":"code","outputs":[{"data":{"image/png":"${PNG}{base64:500-2500}\\n"}}],"execution_count":{digits:2}}\n`,
    "Content-Transfer-Encoding: base64\nContent-Disposition: inline; filename={word}.png\n\n{base64:76}\n{base64:76}\n{base64:76}\n{base64:40}==\n\n",
  ],
  svg: [
    '<path d="M{digits:3}.{digits:2} {digits:2}.{digits:1}c-{digits:1}.{digits:2}-{digits:1}.{digits:1}-{digits:2}.{digits:1} {digits:1}.{digits:2}-{digits:2} {digits:1}l{digits:1}.{digits:2} {digits:2}z" fill="#{hex:6}"/>\n',
    '<linearGradient id="{lower:1}{digits:2}" gradientTransform="matrix({digits:1}.{digits:4} 0 0 -{digits:1}.{digits:4} {digits:3} {digits:3})"><stop offset=".{digits:2}" stop-color="#{hex:6}"/></linearGradient>\n',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {digits:2} {digits:2}"><use xlink:href="#{kebab}"/><title>{word} {word}</title></svg>\n',
    '<polygon points="{digits:3},{digits:3} {digits:3},{digits:2} {digits:2}.{digits:2},{digits:3} {digits:3},{digits:3}"/>\n',
  ],
  html: [
    '<form action="/{name}/{name}" method="post"><label for="password">{Word}</label><input id="password" name="password" type="password" autocomplete="current-password" minlength="{digits:2}"></form>\n',
    '<section class="{kebab} {kebab}" aria-labelledby="{name}-{digits:2}"><h2 id="{name}-{digits:2}">{Word} {word} {word}</h2><p>{sentence}</p></section>\n',
    '<link rel="stylesheet" href="/assets/{kebab}-{hex:20}.css" integrity="sha384-{base64:64}" crossorigin="anonymous">\n',
    '<script src="https://cdn.example/{name}@{digits:1}.{digits:1}.{digits:1}/{name}.min.js" integrity="sha512-{base64:86}==" defer></script>\n',
    '<a href="https://shop.example/{name}/{digits:7}?utm_source={word}&amp;utm_campaign={word}_{digits:4}&amp;ref={lower_digits:8}">{word}</a>\n',
    '<tr><td>{Word}</td><td>{digits:2}.{digits:2} €</td><td>{digits:4}-{digits:2}</td><td><time datetime="2026-03-{one:01|17|29}">{word}</time></td></tr>\n',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
