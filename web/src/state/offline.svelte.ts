/** The time of the last position that the page shows without the server; null if the server has answered. */
export const offline = $state<{ at: string | null }>({ at: null });
