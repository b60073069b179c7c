import { expect, test } from "vitest";
import { listenAddress } from "./listen.ts";

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "[::1]"],
])("the host %s stands in a URL as %s", (host, inUrl) => {
  expect(listenAddress({ host, port: 9191 })).toEqual({ host: inUrl, port: 9191 });
});
