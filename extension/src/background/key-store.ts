import { api } from "../shared/browser.ts";
import type { KeyStore } from "./agent-client.ts";

/** Keeps what is on disk from pages' processes, which Chromium else lets their content scripts read. Firefox has no such setting. */
export function keepFromPages(): void {
  const { local }: { local: Partial<chrome.storage.StorageArea> } = api.storage;
  void local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" }).catch(() => undefined);
}

/** Keeps the key that pairing gave on disk, with the settings. */
export const keyStore: KeyStore = {
  read: async () => {
    const { key } = await api.storage.local.get<{ key?: string }>("key");
    return key;
  },
  write: async (key) => {
    // Rules that were kept before are of whoever answered then.
    await api.storage.local.remove(["bundle", "etag", "rules"]);
    await api.storage.local.set({ key });
  },
};
