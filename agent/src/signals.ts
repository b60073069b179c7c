import { closeSync, openSync } from "node:fs";
import process from "node:process";

/** Is there a terminal that the process belongs to? */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Settles when the process is asked to stop. Later signals are heard and ignored, so that the stop is a graceful one.
 * SIGHUP calls `reload`, unless it tells that the terminal, on which the process was started, is gone: that is a stop.
 * So is a fault that nobody caught, which `tellFault` is given: Node would print its message, which may hold content, and
 * leave behind what a stop takes away.
 */
export async function untilAskedToStop(
  reload: () => void,
  tellFault: (error: unknown) => void,
): Promise<void> {
  const isOnTerminal = hasTerminal();
  await new Promise<void>((resolve) => {
    // A promise that fails unheard comes here as well.
    process.on("uncaughtException", (error) => {
      tellFault(error);
      resolve();
    });
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => resolve());
    process.on("SIGHUP", () => {
      if (isOnTerminal && !hasTerminal()) resolve();
      else reload();
    });
  });
}
