import { api } from "../shared/browser.ts";
import type { TokenStore } from "./agent-client.ts";

/**
 * Keeps the token in memory that lasts as long as the browser runs and that pages' processes can't read, and on disk
 * nothing but that there was one.
 */
export const tokenStore: TokenStore = {
  read: async () => {
    const { token } = await api.storage.session.get<{ token?: string }>("token");
    return token;
  },
  write: async (token) => {
    await api.storage.session.set({ token });
    await api.storage.local.set({ paired: true });
  },
  wasPaired: async () => {
    const { paired } = await api.storage.local.get<{ paired?: boolean }>("paired");
    return paired === true;
  },
};
