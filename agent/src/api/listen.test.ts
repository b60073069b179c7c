import { expect, test } from "vitest";
import { parseListen } from "./listen.ts";

test.each([
  ["127.0.0.1:9191", "127.0.0.1", 9191],
  ["127.8.9.10:0", "127.8.9.10", 0],
  ["localhost:80", "127.0.0.1", 80],
  ["[::1]:65535", "[::1]", 65_535],
])("parseListen(%j) is host %j, port %d", (text, host, port) => {
  expect(parseListen(text)).toEqual({ host, port });
});

test.each([
  ["", "listen_invalid"],
  ["9191", "listen_invalid"],
  ["127.0.0.1", "listen_invalid"],
  ["127.0.0.1:65536", "listen_invalid"],
  ["127.0.0.1:x", "listen_invalid"],
  ["::1:9191", "listen_invalid"],
  ["0.0.0.0:9191", "listen_not_loopback"],
  ["[::]:9191", "listen_not_loopback"],
  ["192.168.1.5:9191", "listen_not_loopback"],
  ["127.0.0.1.example:9191", "listen_not_loopback"],
  ["127.1:9191", "listen_not_loopback"],
  ["0127.0.0.1:9191", "listen_not_loopback"],
  ["[::ffff:127.0.0.1]:9191", "listen_not_loopback"],
])("parseListen(%j) throws %s", (text, code) => {
  expect(() => parseListen(text)).toThrow(expect.objectContaining({ code, exitCode: 2 }));
});
