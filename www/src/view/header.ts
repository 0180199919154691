import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { State, View } from "../state.js";

export function header(state: State, actions: Actions) {
  const link = (view: View, text: string) => html`
    <a href=${`#${view}`} aria-current=${state.view === view ? "page" : nothing}
      @click=${(event: Event) => {
        event.preventDefault();
        actions.page.go(view);
      }}>${text}</a>`;
  return html`
    <header class="bar">
      <a class="brand" href="#look-up" @click=${(event: Event) => {
        event.preventDefault();
        actions.search.clear();
      }}>
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect class="tile" width="32" height="32" rx="8"/>
          <path class="bars" d="M7 8h2v16H7zM11 8h4v16h-4zM17 8h1.500v16H17zM20.500 8H23v16h-2.500zM24.500 8H26v16h-1.500z"/>
        </svg>
        <span>Pack Lookup</span>
      </a>
      <nav aria-label="Main">
        ${link("look-up", "Look up")} ${link("history", "History")}
      </nav>
    </header>`;
}
