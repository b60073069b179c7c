import { expect, test } from "vitest";
import { parseUpstream } from "./upstream-address.ts";

test.for([
  ["9.9.9.9", "udp", "9.9.9.9", 53, "9.9.9.9", ""],
  [" 9.9.9.9:5353 ", "udp", "9.9.9.9", 5353, "9.9.9.9", ""],
  ["2620:fe::fe", "udp", "2620:fe::fe", 53, "2620:fe::fe", ""],
  ["[2620:fe::fe]:53", "udp", "2620:fe::fe", 53, "2620:fe::fe", ""],
  ["tls://9.9.9.9", "tls", "9.9.9.9", 853, "9.9.9.9", ""],
  ["tls://9.9.9.9#dns.quad9.net", "tls", "9.9.9.9", 853, "dns.quad9.net", ""],
  ["tls://[2620:fe::fe]:8853#dns.quad9.net", "tls", "2620:fe::fe", 8853, "dns.quad9.net", ""],
  ["https://9.9.9.9/dns-query", "https", "9.9.9.9", 443, "9.9.9.9", "/dns-query"],
  ["https://dns.quad9.net#9.9.9.9", "https", "9.9.9.9", 443, "dns.quad9.net", "/dns-query"],
  ["https://[2620:fe::fe]:444/x", "https", "2620:fe::fe", 444, "2620:fe::fe", "/x"],
] as const)("%s", ([text, transport, address, port, name, path]) => {
  const upstream = { transport, address, port, name, path };
  expect(parseUpstream(text)).toEqual({ domains: [], upstream });
  expect(parseUpstream(`[/Corp.example./lab.example/]${text.trim()}`)).toEqual({
    domains: ["corp.example", "lab.example"],
    upstream,
  });
});

test.for([
  "",
  "dns.quad9.net",
  "9.9.9.9:0",
  "9.9.9.9:99999",
  "9.9.9",
  "[::1",
  "tls://dns.quad9.net",
  "tls://9.9.9.9#not a name",
  "tls://9.9.9.9#a#b",
  "https://dns.quad9.net/dns-query",
  "https://user:word@9.9.9.9/",
  "https://9.9.9.9/?dns=x",
  "http://9.9.9.9/dns-query",
  "[//]9.9.9.9",
  "[/a..b/]9.9.9.9",
  "[/corp.example/]",
])("%s is no resolver", (text) => {
  expect(parseUpstream(text)).toBeUndefined();
});
