import process from "node:process";

/** Settles when the process is asked to stop. Later signals are heard and ignored, so that the stop is a graceful one. */
export async function untilAskedToStop(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
  });
}
