import { readFileSync } from "node:fs";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { actionsOf, decideHost, HOST_ACTIONS, HOST_LISTS, parseListLine } from "@weir/engine";
import type { HostPolicies } from "@weir/engine";
import { describe, expect, it } from "vitest";
import { loadHosts } from "./load.ts";

const folder = join(import.meta.dirname, "../../../rules");
const LISTS = ["ai_allowed", "ai_chat_dlp", "ai_chat_blocked", "ai_other", "doh_hosts"] as const;

const linesOf = (list: string): string[] =>
  readFileSync(join(folder, `${list}.txt`), "utf8")
    .trimEnd()
    .split("\n");

const namesOf = (list: string): string[] =>
  linesOf(list).flatMap((line) => {
    const parsed = parseListLine(line, domainToASCII);
    if (!parsed.ok) throw new Error(`${list}: ${line}: ${parsed.fault}`);
    return parsed.names;
  });

/** Sites that most people need for something else; none of them, nor what is above them, may be on a list. */
const OTHER_SITES =
  `adobe.com adobe.io aliyun.com aliyuncs.com amazon.com amazonaws.com apple.com atlassian.net aws.amazon.com azure.com
  baidu.com bing.com brave.com canva.com capcut.com cloud.ibm.com cloud.microsoft cloudflare.com digitalocean.com
  duckduckgo.com facebook.com figma.com github.com githubusercontent.com gitlab.com google.com googleapis.com ibm.com
  icloud.com instagram.com intellij.net jetbrains.com kagi.com linkedin.com live.com meta.com microsoft.com
  microsoftonline.com mozilla.org naver.com notion.so nvidia.com office.com office365.com opera.com oraclecloud.com
  proton.me quora.com reddit.com replit.com salesforce.com scaleway.com search.brave.com slack.com stackoverflow.com
  telegram.org tencent.com twitter.com vercel.app vercel.com vercel.sh whatsapp.com wikipedia.org x.com yahoo.com
  yandex.net yandex.ru youtube.com zed.dev zoom.us`.split(/\s+/);

describe.each(LISTS)("the shipped list %s", (list) => {
  it("says why of each name, one a line, sorted", () => {
    const lines = linesOf(list).filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines.filter((line) => !/^[a-z0-9.-]+ # \S.{3,120}$/.test(line))).toEqual([]);
    const names = namesOf(list);
    expect(names).toHaveLength(lines.length);
    expect(names).toEqual(names.toSorted());
  });

  it("names no site that most people need for something else", () => {
    const names = namesOf(list);
    const wrong = OTHER_SITES.filter((site) =>
      names.some((name) => site === name || site.endsWith(`.${name}`)),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the shipped lists", () => {
  it("name no host twice", () => {
    const names = LISTS.flatMap(namesOf);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it("block nothing above a host that they let through", () => {
    const open = [...namesOf("ai_allowed"), ...namesOf("ai_chat_dlp")];
    const above = namesOf("ai_chat_blocked").filter((name) =>
      open.some((host) => host.endsWith(`.${name}`)),
    );
    expect(above).toEqual([]);
  });

  it("let pass only what stands beside a host that is inspected", () => {
    expect(namesOf("ai_allowed").length).toBeLessThan(30);
    expect(namesOf("ai_other").length).toBeGreaterThan(500);
  });

  it("load without a fault, and decide as the presets say", async () => {
    const { table, faults } = await loadHosts({ folder, paths: [], manifest: new Map() });
    expect(faults).toEqual([]);
    const personal: HostPolicies = {
      defaultAction: "allow_with_dlp",
      blocksDoh: false,
      categories: {},
      ownLists: [],
    };
    const decided = (policies: HostPolicies, name: string): string | undefined =>
      HOST_ACTIONS[decideHost({ table, actions: actionsOf(policies) }, name).action];
    const team: HostPolicies = { ...personal, defaultAction: "deny", blocksDoh: true };
    for (const [name, alone, inTeam] of [
      ["chatgpt.com", "inspect", "inspect"],
      ["api.openai.com", "inspect", "inspect"],
      ["auth.openai.com", "allow", "allow"],
      ["api.anthropic.com", "inspect", "inspect"],
      ["gemini.google.com", "inspect", "inspect"],
      ["generativelanguage.googleapis.com", "inspect", "inspect"],
      ["europe-west4-aiplatform.googleapis.com", "inspect", "inspect"],
      ["bedrock-runtime.eu-central-1.amazonaws.com", "inspect", "inspect"],
      ["mycompany.openai.azure.com", "inspect", "inspect"],
      ["api.individual.githubcopilot.com", "inspect", "inspect"],
      ["api2.cursor.sh", "inspect", "inspect"],
      ["api.groq.com", "inspect", "inspect"],
      ["openrouter.ai", "inspect", "inspect"],
      ["chat.deepseek.com", "inspect", "block"],
      ["cdn-lfs.huggingface.co", "allow", "allow"],
      ["lmarena.ai", "block", "block"],
      ["mozilla.cloudflare-dns.com", "none", "block"],
      ["mail.google.com", "none", "none"],
      ["github.com", "none", "none"],
      ["s3.eu-central-1.amazonaws.com", "none", "none"],
    ] as const) {
      expect([name, decided(personal, name), decided(team, name)]).toEqual([name, alone, inTeam]);
    }
  });

  it("are those that every table knows", () => {
    expect(HOST_LISTS.slice(3).toSorted()).toEqual(LISTS.toSorted());
  });
});
