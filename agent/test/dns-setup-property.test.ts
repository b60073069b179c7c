import { chmodSync, chownSync } from "node:fs";
import process from "node:process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { installDns } from "../src/dns-setup/install.ts";
import { restoreDns } from "../src/dns-setup/restore.ts";
import type { DnsRequest } from "../src/dns-setup/types.ts";
import {
  FULL,
  FULL_53,
  machine,
  NETWORK_MANAGER_ANSWERS,
  PLAIN_ANSWERS,
  RESOLVED_ANSWERS,
  SCOPED,
  STUB,
} from "./dns-setup-machine.ts";
import type { Answers, Machine } from "./dns-setup-machine.ts";

/** Rounds; the figure that is promised is 100 of 100. */
const ROUNDS = 100;

const isRoot = process.getuid?.() === 0;

/** A file as it may stand on somebody's machine. */
const file = fc.record({
  content: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .array(
        fc.constantFrom(
          "nameserver 192.0.2.53",
          "nameserver\t2001:db8::53 ",
          "search corp.example example.com",
          "options edns0 trust-ad",
          "# by hand, ümlaut",
          "",
          "\r",
        ),
        { maxLength: 12 },
      )
      .map((lines) => Buffer.from(lines.join("\n"))),
  ),
  // Only root writes into what it may not write to.
  mode: fc.constantFrom(0o644, 0o600, 0o664, 0o755, 0o4644, isRoot ? 0o444 : 0o640),
  owner: fc.constantFrom([0, 0], [101, 103], [1000, 1000]),
});

type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

const before = fc.record({
  shape: fc.constantFrom("absent", "file", "link", "absolute link", "dangling", "two names"),
  file,
  dropIn: fc.option(file),
  bystander: fc.boolean(),
});

const request: fc.Arbitrary<readonly [Answers, DnsRequest, string]> = fc.constantFrom(
  [PLAIN_ANSWERS, FULL_53, "/etc/dropped.conf"] as const,
  [RESOLVED_ANSWERS, SCOPED, "/etc/systemd/resolved.conf.d/weir.conf"] as const,
  [RESOLVED_ANSWERS, FULL, "/etc/systemd/resolved.conf.d/weir.conf"] as const,
  [NETWORK_MANAGER_ANSWERS, SCOPED, "/etc/NetworkManager/dnsmasq.d/weir.conf"] as const,
  [NETWORK_MANAGER_ANSWERS, FULL, "/etc/NetworkManager/dnsmasq.d/weir.conf"] as const,
);

function place(box: Machine, path: string, { content, mode, owner }: File): void {
  box.put(path, content);
  if (isRoot) chownSync(box.at(path), owner[0] ?? 0, owner[1] ?? 0);
  chmodSync(box.at(path), mode);
}

function placeResolvConf(box: Machine, shape: string, some: File): void {
  const target = "/run/resolvconf/resolv.conf";
  if (shape === "absent") return;
  if (shape === "file" || shape === "two names") place(box, "/etc/resolv.conf", some);
  if (shape === "two names") box.hardLink("/etc/resolv.conf", "/etc/second-name");
  if (shape.endsWith("link")) place(box, target, some);
  if (shape === "dangling") box.put("/run/resolvconf/other", "");
  if (shape.endsWith("link") || shape === "dangling") {
    box.link("/etc/resolv.conf", shape === "absolute link" ? target : `..${target}`);
  }
}

test(`uninstalling leaves every byte, mode, owner, link and gap as it was, ${ROUNDS} of ${ROUNDS} times`, async () => {
  let installs = 0;
  await fc.assert(
    fc.asyncProperty(before, request, async (prior, [answers, wanted, dropInPath]) => {
      using box = machine(
        answers,
        answers === RESOLVED_ANSWERS ? { "/etc/resolv.conf": STUB } : {},
      );
      if (answers !== RESOLVED_ANSWERS) placeResolvConf(box, prior.shape, prior.file);
      if (prior.dropIn !== null) place(box, dropInPath, prior.dropIn);
      if (prior.bystander) box.put(`${dropInPath}.bystander`, "kept");
      const was = box.snapshot();
      const outcome = await installDns(box.deps, wanted);
      expect(outcome).toMatchObject({ ok: true });
      installs += 1;
      expect(box.snapshot()).not.toEqual(was);
      const back = restoreDns(box.deps, { isFinal: true, isAfterCrash: false });
      expect(back).toMatchObject({ ok: true, warnings: [] });
      expect(box.snapshot()).toEqual(was);
      expect(box.stateFiles()).toEqual([]);
    }),
    { numRuns: ROUNDS },
  );
  expect(installs).toBe(ROUNDS);
});
