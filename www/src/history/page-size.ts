/**
 * The number of rows that are shown at once. A page with 20,000 rows would take seconds to render.
 */
export const PAGE_SIZE = 100;
