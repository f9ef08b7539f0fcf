// Brings the tokenizer page to life.

import { type ComponentType, h, hydrate } from "preact";
import { whatWasTyped } from "../../lessons/element.ts";
import { TokenizerPage } from "./TokenizerPage.tsx";

const island = document.querySelector<HTMLElement>("[data-island=tokenizer]")!;
const typed = whatWasTyped(island);
hydrate(h(TokenizerPage as ComponentType<object>, JSON.parse(island.dataset.props!)), island);
typed();
island.dataset.ready = "";
