/** Answers of the house with words in them: asked for once, and reworded in place when another language is spoken. */
import { get } from "./http";

class Worded {
  answer = $state<object>({});
  constructor(answer: object) {
    this.answer = answer;
  }
}

const asked = new Map<string, Promise<Worded>>();

/** Asks once; an answer that is not `final` is asked for again by whoever needs it next. */
export async function worded<Answer extends object>(
  path: string,
  final: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  let coming = asked.get(path);
  if (!coming) {
    coming = get<Answer>(path).then((answer) => {
      if (!final(answer)) asked.delete(path);
      return new Worded(answer);
    });
    coming.catch(() => asked.delete(path));
    asked.set(path, coming);
  }
  return (await coming).answer as Answer;
}

/** Asks for everything again; the returned function puts it in its place, all at once. */
export async function reworded(): Promise<() => void> {
  const [held, fresh] = await Promise.all([
    Promise.all(asked.values()),
    Promise.all([...asked.keys()].map((path) => get<object>(path))),
  ]);
  return () => held.forEach((one, at) => Object.assign(one.answer, fresh[at]));
}
