// What rules for ties make of the same text, one below the other: the tokens learned, and the text's ids.

export interface RulesComparedProps {
  title: string;
  rules: { label: string; tokens: string[]; ids: number[] }[];
  /** The rule that the rest of the picture follows: others are compared with it. */
  chosen: number;
}

/** More tokens and ids than these are cut off. */
const most = 40;

export function RulesCompared({ title, rules, chosen }: RulesComparedProps) {
  const { tokens, ids } = rules[chosen]!;
  const learned = new Set(tokens);
  return (
    <div class="scroll">
      <table class="pairs rules-compared">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">the pair that</th>
            <th scope="col">tokens learned, in order</th>
            <th scope="col">ids of the text</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule, i) => (
            <tr key={rule.label} class={i === chosen ? "winner" : ""}>
              <th scope="row">{rule.label}</th>
              <td>
                {rule.tokens.slice(0, most).map((token, k) => (
                  <span key={k} class={learned.has(token) ? "token" : "token newest"}>
                    <span class="text">{token}</span>
                    {!learned.has(token) && <span class="id">new</span>}
                  </span>
                ))}
                {rule.tokens.length > most && " …"}
              </td>
              <td>
                <output>{rule.ids.slice(0, most).join(" ")}</output>
                {rule.ids.length > most && " …"}
                <br />
                <span class="note">
                  {i === chosen ? "chosen" : isSame(rule.ids, ids) ? "the same ids" : "other ids"}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isSame(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}
