/** Waits for a task of its own, so that the browser can draw and answer a person before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
