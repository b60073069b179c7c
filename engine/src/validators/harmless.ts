/** What mixes its characters and is none the less no secret: versions, short hashes, resource names, public keys. */
const HARMLESS = [
  /^[0-9a-f]{1,16}$/,
  /^v?(?:\d+:)?\d+\.\d+(?:\.\d+)?(?:[-+~.][0-9A-Za-z]{1,12}){0,6}$/,
  /^[-+]?0x[0-9a-f]{1,16}[uln]{0,3}$/i,
  /^0x[0-9a-f]{1,8}(?:_[0-9a-f]{1,8}){1,3}$/i,
  /^0x[0-9a-f]{40}$/i, // an Ethereum address
  /^#[0-9a-f]{3,8};?$/i, // a colour
  /^[A-Za-z]+&(?:#0?39|apos)(?:;s)?$/, // a word with an apostrophe in HTML
  /^\d{2,5}(?:\/[a-z/]{0,80})?\?[a-z_]{1,30}=[a-z]{0,20}(?:&[a-z_]{1,30}=[a-z]{0,20}){0,6}$/, // a port, a path and a query
  /^\??(?:[A-Za-z_]\w*\.)?(?:U?[Ii]nt|Big(?:Ui|I)nt|[Ff]loat|[Bb]ytes)\d{1,3}(?:Clamped)?(?:Array)?(?:<\w*>)?[?;,|\]]*$/, // a type
  /^[A-Za-z_$][\w$]{0,40}(?:\??\.[A-Za-z_$][\w$]{0,40}){1,5}\(/, // a call
  /^[A-Za-z_$][\w$]{0,40}(?:\.[A-Za-z_$][\w$]{0,40}){0,4}(?:\?\.[A-Za-z_$][\w$]{0,40})+$/, // an optional member
  /^[a-z]{3,20}\.[a-z]{3,20}(?:_[a-z]{2,20})+\d{0,2}$/, // a member in snake case
  /^[A-Za-z_$]\w{0,2}\.[A-Za-z]\w{2,40},[A-Za-z]\w{2,40}:/, // a member and the next one's name in minified code
  /^@?[a-z][\w./-]{0,60}@[~^]?\d+\.\d+(?:\.\d+)?(?:[-+][\w.-]{1,24})?$/i, // a package and its version
  /^[A-Z][a-z][A-Za-z]{1,60}(?=[0-9A-F]{0,7}[A-F])(?=[0-9A-F]{0,7}\d)[0-9A-F]{8}$/, // the logical id of a resource
  /^[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,6}=[A-Za-z]{0,4}$/, // a setting in camel case, and its value's first letters
  /^\/(?:var|etc|usr|home|opt|tmp|srv|run|root|mnt|dev|proc|sys|lib|s?bin|data|app|Users|Library)(?:\/[\w.@+-]+)+\/?$/, // a path
  /^#?[A-Z][A-Za-z]{8,60}\.[a-z][A-Za-z]{2,40}(?:=[A-Za-z]{0,12})?$/, // a member of a class
  /^import_\w{2,60}\.\w/, // a bundler's name for a module
  /^[a-z][a-z_]{2,40}_\d\.[A-Za-z][A-Za-z.]{2,60}(?:\(|$)/, // a compiler's
  /^(?:[Gg]et|[Ss]et|[Ff]etch|[Ll]ist|[Cc]reate|[Uu]pdate|[Dd]elete|[Ff]ind|[Mm]ake|[Bb]uild|[Pp]arse|[Hh]andle|[Cc]heck|[Ll]oad|[Ss]ave|[Ss]end|[Aa]dd|[Rr]emove|[Ee]nable|[Dd]isable)(?:[A-Z][a-z]{1,14}){2,12}(?:V?\d{1,3}[a-z]?)?(?:[A-Z][a-z]{1,14}){0,12}$/, // what a call does
  /^(?:errors?|messages?|labels?|i18n)\.[\w.-]{2,80}$/, // a translation's name
  /^[A-Za-z_]{2,40}\|\d{1,3}$/, // a highlighter's keyword and its weight
  /^[\w./ ()=-]*\.(?:png|jpe?g|gif|svg|webp|ico|pdf|docx?|xlsx?|csv|html?|mdx?|woff2?|ttf|mp[34])(?:\?[\w.=&-]{0,24})?$/, // a file
  /^--[A-Za-z-]{0,80}[Bb]oundary/, // between the parts of a form
  /^B[A-P][\w-]{85}=?$/, // a public key of a push service: an uncompressed point of P-256
  /^[A-Z][a-z]{2,}(?:To|From)?-[A-Z][a-z]?[A-Z]?[A-Za-z]{2,}$/, // a PowerShell command
  /^\*(?:[a-z][a-z0-9]{1,20}\.)?(?:u?int\d{0,2}|byte|rune|string|[A-Z][A-Za-z]+)(?:[A-Z][A-Za-z]{2,30})?$/, // a pointer's type, and the next field
  /^\$[a-z][\w-]{2,20}\$(?:.*\$|[a-z]{1,2}=)|^\{[A-Za-z][A-Za-z\d-]{2,12}\}/, // a hash of a password
  /^(?:\$(?:[5-7PHSy]|2[abxy]|gy|apr1)\$|(?:pbkdf2|bcrypt|scrypt|argon2)(?:_sha\d{1,3})?\$+[\da-z])[\w./$=,+]{16}/, // ... as crypt(5) and Django write it
  /^[*&]{0,2}[a-z]+[A-Za-z0-9]*(?:Key|Token|Secret|Password|Certificate)(?:128|192|256|384|512|768|1024|2048|3072|4096)?\*{0,2}$/, // what code calls a secret
  /^[A-Z][a-z]{2,}(?:[A-Z]{1,5}\d?[a-z]*\d?){0,6}(?:Key|Token|Secret|Password|Credential)s?$/, // a type of one
  /^={0,2}[A-Za-z]+\$\d{1,2}$/, // a bundler's name for a second thing of that name
  /^[a-z]\w{1,20}\.[A-Z][A-Za-z]*(?:Key|Token|Secret|Password|Credential)s?$/, // a module's type
  /^(?=.*(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Pp]assword))[a-z]{2,}(?:[A-Z][a-z]{1,12}){1,5}(?:V?\d{1,2})?$/, // a field for one
  /^![01](?:[,;)}\]]|[=!]={1,2})/, // true and false in minified code
  /^(?=.*(?:Key|Token|Secret|Password))(?:[A-Z][a-z]+){4,}\d{0,3}(?:[A-Z][a-z]+)*$/, // a sentence about one
  /^A(?:ROA|IDA|GPA|NPA|NVA|PKA|SCA|IPA)[A-Z0-9]{16,17}$/, // AWS's name for a role, a user and the like
  /^_?[a-z]\w{2,20}\.[A-Z]{2,}(?:_[A-Z0-9]+)+$/, // a module's constant
  /^(?:(?:(?:PEM|DER)\/)?PKCS#\d{1,2}|argon2id?)[.,;]?$/i,
  /^(?:SHA256:[A-Za-z0-9+/]{43}=?|MD5(?::[0-9a-f]{2}){16})$/, // the fingerprint of a key
  /^(?=.*(?:required|nullable|sometimes|confirmed|string|m(?:in|ax)(?::|_length\[)\d))[a-z_]{2,20}(?::(?:\d{1,6}|[a-z_,.]{1,40})|\[[\w.,]{1,40}\])?(?:\|[a-z_]{2,20}(?::(?:\d{1,6}|[a-z_,.]{1,40})|\[[\w.,]{1,40}\])?)+$/, // what a form's field has to be
  /^@(?![A-Z][a-z]{2,14}\d{2,6}[A-Z][a-z]{2,14}[^A-Za-z0-9]*$)[\w.-]*(?:[:/].*)?$/, // what follows a credential in a URL
  /^arn:[a-z-]+:/,
  /^SCRAM-SHA-\d{1,3}\$/, // what a server keeps of a password (RFC 5803)
  /^Microsoft\.[A-Za-z]{2,40}(?:\/[A-Za-z]{2,40}){1,4}@\d{4}-\d\d-\d\d(?:-preview)?$/, // a type of resource in Azure
  /^M\d[A-Z]{2,20}\/[A-Z]{1,20}$/, // a passenger on a boarding pass (IATA 792)
  /^(?:ami|vpc|subnet|sg|i|vol|snap|rtb|igw|nat|eni|acl|lt|eipalloc)-[0-9a-f]{8,17}$/,
  /^[A-Za-z][A-Za-z-]+[ /-]?v?\d{1,2}(?:\.\d{1,3}){1,3}$/, // a product and its version
  /^(?:process|os|import|Deno|System|env|secrets|vars?|config|settings|self|this|data|local|module|props|options|params|req|request|ctx|state)\./,
  /^(?:pk_(?:live|test)_|[sr]k_test_|whsec_test_|rzp_test_|[sp]k_sandbox_|test_|sandbox[-_]|EZTK|FLWSECK_TEST|FLWPUBK|SB-Mid-|xnd_development_|pdl_sdbx_|phc_|pk\.eyJ|sb_publishable_|appl_|goog_)/,
  /^(?:&(?:[a-z]\w{0,30}\.)?|[a-z]\w{0,30}\.)[A-Z][A-Za-z]\w{0,60}\{\}?$/, // a structure's literal in Go
  /^[A-Z]?[a-z]{2,20}\(\([\w+*-]{1,12}$/, // a formula
  /^urn:(?:oasis:names|ietf:(?:params|rfc)|schemas-[a-z-]{2,40}|mace)(?::[\w.-]{1,40}){1,8}$/, // a registered name
  /^\.[a-z][A-Za-z]{2,20}\([A-Za-z_$]/, // a call on what stands before
  /^[A-Z][a-z]{2,20}\$(?:[A-Z][a-z]{1,20}(?:V\d{1,2})?){2,10}$/, // a generated type
  /^(?:[A-Z][a-z]{1,14}){2,8}V\d(?:[A-Z][a-z]{2,14}){1,6}$/, // a version's type
  /^(?:PB(?:KDF2|E)With)?H(?:mac|MAC)-?(?:SHA|Sha|MD)-?\d{1,3}(?:[-/]\d{3})?(?:AndAES_\d{3})?$/, // an algorithm of the JCA
  /^amzn1\.account\.[A-Z0-9]{20,40}$/, // whom Login with Amazon knows
  /^[A-Z]\w+(?:::[A-Z]\w+){1,6}$/, // a module of Perl
  /^\*-\*-[\w*-]{1,20}$/, // kinds of systems, as configure scripts tell them apart
  /^#%[A-Z]{2,8}-\d\.\d$/, // the first line of a file that says what it is
  /^[a-z]\w{0,12}=[a-z]\w{1,20}\[[\d:-]{0,6}$/, // an argument in Python
  /^(?:[a-z]\w{2,40}|[A-Z][a-z]+[A-Z]\w{2,30})\((?:\d{1,4}|[a-z_]{3,24}=\w{1,20})$|^[A-Z]?[a-z]{2,8}\d?\(\w{1,8}\)[-+*/]\d{1,3}$/, // a call's first argument, and a sum
  /^01[0-9A-HJKMNP-TV-Z]{24}$/, // an identifier of our years (ULID)
  /^vec!\[|^[\w$.]{2,40}\(function$|^(?:Some|Ok|Err)\([a-z_]/, // the beginning of an expression
  /^[A-Z]\w{2,20}\([A-Z]\w{2,20}\(\w{0,8}$/, // calls within calls
  /^[\w./-]{1,80}\.git$/, // a repository
  /^\.{1,2}\/[\w./-]{3,80}$/, // a path from here
  /^[A-Z]\w{2,20}=%\w{1,20}%/, // a variable of a batch file
  /^[a-z][a-z0-9]{0,15}(?:_[a-z0-9]{1,15}){1,6}_(?:pem|der|len|size|handle|file|path)$/, // a name in snake case
  /^[A-Z]{1,3}(?:\.[A-Z][A-Za-z0-9]{0,15}){2,4}$/, // a kind of machine
  /^(?:PBKDF2|HMAC|HKDF|AES|RSA|ECDSA|SHA)(?:[-_](?:SHA-?)?\d{1,3}){1,3}(?:[-_][A-Z\d]{2,6}){0,3}$/i, // an algorithm
  /^[a-z_]\w{1,30}\[\d{1,3}\];?$/, // a member of an array
  /^%\d(?:-\p{L}{2,20})?$/u, // what a translation fills in
  /^(?:gpt|claude|gemini|llama|mistral|qwen|deepseek|grok)-[\w.-]{1,24}$/i, // a language model
  /^(?!.*A[KS]IA)[\w~/%{}$.-]{0,40}\/aws4_request$/, // the scope of a signature without its key
  /^%[sdv](?:&[a-z_]{1,24}=(?:%[sdv]|\w{0,12})){0,8}$/, // what a format fills in
  /^[a-z]{2,20}(?:\.(?:[a-z]{2,20}|\d{1,2})(?:_(?:[a-z]{1,20}|\d{1,2})){0,8}){1,8}\.[A-Z][A-Za-z]{2,40}$/, // a module's class
  /^(?:type|source|src|target|dst|id|uid|gid|mode|env)=[\w./-]{1,40}(?:,(?:type|source|src|target|dst|id|uid|gid|mode|env)=[\w./-]{1,60}){1,6}$/, // where a container's secret is mounted
  /^[a-z]\.[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:=|$)/, // constants in minified code
  /^[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,6}:[-!]?\d$/, // a number's name in minified code
  /^rfc\d{3,5}(?:#(?:section|appendix|page)-[\d.A-Z]{1,8})?$/i,
  /^[a-z][a-z0-9-]{1,30}:(?:[A-Z][a-z]{1,20}){2,10}\*?$/, // an action of AWS
  /^(?:MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A|MIGfMA0GCSqGSIb3DQEBAQUAA4GN|MFkwEwYHKoZIzj0|MCowBQYDK2VwAyEA)[A-Za-z0-9+/]*={0,2}$/, // a public key (RFC 5280)
  /^\+[A-Za-z_$][\w$.]{0,20}(?:\([\w$.,()]*[);]|[,;)][\w$.]{1,40}\($)/, // a call behind a text
  /^\d{0,2}\*\d{0,2}[a-z]{2,15}(?:-[a-z]{2,15}){1,3}$/, // a rule of a grammar (RFC 5234)
  /^X?OAuth\d?(?:[A-Z][a-z]+){1,5}$/,
  /^(?:MSC|RFC|ISO|IEEE|EIP|ERC|PEP)\d{3,5}(?:[A-Z][a-z]{1,20}){1,6}$/, // a proposal's part
  /^[A-Z][A-Z0-9]{1,8}_\d{1,4}bits?$/, // a hash function
  /^[a-z]+\d{0,2}(?:_[a-z0-9]+){1,6}\([&*$]?[a-z_][\w.]{0,40}$/, // a call in snake case
  /^(?:[A-Z][A-Z0-9_]{1,20}\(){2,4}[@:]?\w{1,20}$/, // calls in SQL
  /^(?:crate|self|super|std|core|alloc)(?:::[A-Za-z_]\w{0,40}){1,8}$/, // a path in Rust
  /^draft-[a-z]{2,20}(?:-[a-z0-9]{1,20}){1,8}$/, // a draft of a standard
  /^(?:support|keyword|constant|entity|storage|variable|string|comment|punctuation|meta|markup|invalid)(?:\.[\w$-]{1,24}){1,6}$/, // a highlighter's scope
  /^(?:npub1|nprofile1|age1)[02-9a-z]{30,}$/, // a public key of Nostr (NIP-19) or age
  /^[A-Z][A-Z0-9_]{1,30}=\/(?:tmp|var|etc|usr|home|opt|srv|root|mnt|data)\/[\w./$-]{1,80}$/, // a file's place
  /^#(?=.*(?:pass|secret|token|key|name|login))[a-z]{2,20}\d?(?:[_-][a-z]{2,24}\d?){1,4}$/, // an element of a page
  /^[a-z]{3,20}=[a-z]{2,20}(?:[A-Z][a-z]{1,14}){1,5}$/, // a setting of an editor
  /^(?:&[a-z]{2,20}\d?|_[a-z]\w{2,30})\)$|^\*[A-Z]{2,20}(?:_[A-Z]{2,20}\d{0,2}){1,6}$/, // an argument in C
  /^@[A-Z][A-Z0-9_]{2,30}@[\w./-]{0,60}$/, // what a configure script fills in
  /^&[A-Z][A-Za-z]{1,20}(?:-[A-Za-z0-9]{1,20}){1,6}$/, // an attribute of RADIUS
  /^\$\d(?:\|[\p{L}$.\d ]{0,24}){1,4}$|^[a-z]{1,8}>\$\d<\/[a-z]{1,8}$/u, // what a translation leaves open
  /^[a-z]{2,20}(?:\.[a-z]{2,20}){0,4}\.\$\d$/, // a highlighter's scope, in part left open
  /^[a-z]\w{1,20}\(\$\d/, // a call in SQL
  /^(?:Yubi|Nitro|Solo|Only)[Kk]ey[A-Za-z0-9]{0,4}$/, // a security key
  /^\d{1,4}\.[A-Z][a-z]{2,20}(?:[A-Z][a-z]{1,20}){0,5}$/, // a number that ends a sentence, and the next one
  /^[a-z][a-z0-9]{1,20}\.[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,5}$/, // a module's member
  /^(?:[A-Z][a-z]{2,20}){1,4}Pass\d{0,2}$/, // one of several passes over something
  /^[a-z]{3,20}\?(?:&[a-z_]{1,24}=[\w-]{0,24}){1,8}$/, // a question that is searched for, and what else a URL says
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=[a-z]{0,12}$/, // the next line's variable
  /^p256ecdsa=$/, // a parameter of a push message
  /^(?:(?:DESKTOP|LAPTOP|WIN)-[A-Z0-9]{6,12}|[A-Z]{2,8}-(?:WIN|SRV|DC|VM|HOST)[A-Z0-9]{0,8}(?:-[A-Z0-9]{1,8})?)\$?$/, // a machine of Windows, and its account
  /^[A-Z][A-Za-z]\w{2,60}\(\)/, // a call without arguments
  /^[A-Za-z]{3,40}(?::%[a-z]){1,4}$/, // what a format fills in behind a word
  /^[a-z]{2,12}(?:-[a-z]{2,12}){1,4}(?:Key|Token|Secret|Password|Passphrase)$/, // an attribute of a certificate
  /^(?:[0-9A-F]{6}-){2}[0-9A-F]{6}$/, // a billing account of Google
  /^[\w-]{1,40}\.[0-9a-f]{8,32}\.(?:chunk\.|bundle\.)?(?:js|css|map)$/, // a file of a bundler
  /^(?:[a-z]{1,3}\.){2,6}[A-Z][A-Za-z]{2,40}$/, // a logger's shortened name
  /^[A-Z]{2,10}-\d{1,6}[?!.]?$/, // an issue
  /^(?:Test|Benchmark|Fuzz)[A-Z]\w{1,60}(?:\/[\w=-]{1,40})*$/, // what Go calls a test
  /^h[0-9a-f]{16}$/, // what Rust appends to a function's name
  /.[&;][A-Za-z_]{1,24}=/, // a value and the next field of a form or a connection string
  /^(?:[A-Z][a-z]+){1,3}\d?(?:\/(?:[A-Z][a-z]+){1,3}[\dN]?)+\/?$/, // names that a path is made of
  /^(?:md5|sha\d{1,3}|bcrypt|crypt):[A-Za-z0-9+/$.]{16,}={0,2}$/, // a hash of a password, with its name
  /^[A-Za-z_]\w{1,40}\([^"']*\)[;,]$/, // a call that ends its line
  /^[A-Z]\w{1,24}\.[a-z]+[A-Z]{2,}[a-z]*$/, // a member named with an abbreviation
  /^md5[0-9a-f]{32}$/, // a hash of a password, as PostgreSQL keeps it
  /^pub[0-9a-f]{32}$/, // a client token of Datadog, which every visitor gets
];

/** Does a value have the shape of something that is no secret? */
export const isHarmless = (value: string): boolean => HARMLESS.some((shape) => shape.test(value));
