/** What pressing a button does; the event tells when it happened. */
type Action = (event: Event) => void;

const actions = new WeakMap<Element, Action>();

/** Presses a button for a person; nothing happens for an event that a script made. */
export function press(button: Element, event: Event): void {
  if (event.isTrusted) actions.get(button)?.(event);
}

/** Has a button act when it is pressed by pointer, key or assistive technology. */
export function onPress<Button extends Element>(button: Button, action: Action): Button {
  actions.set(button, action);
  button.addEventListener("click", (event) => press(button, event));
  return button;
}

/** How long after it is first shown a choice does nothing: keys and clicks of before it stood there may still come. */
export const ARMING_MS = 800;

/** Tells of an event whether it came late enough after now, counted from when the screen was next painted. */
export function arm(): (event: Event) => boolean {
  let from = Number.POSITIVE_INFINITY;
  requestAnimationFrame((painted) => {
    from = painted + ARMING_MS;
  });
  return (event) => event.timeStamp >= from;
}
