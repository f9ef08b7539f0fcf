// What runs on every page of the site.

import "../embed.ts";
import { startThemeSwitch } from "./theme.ts";

startThemeSwitch();
