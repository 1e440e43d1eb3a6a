// Python's csv.reader for files with commas and double quotes.
import { Exception } from "./errors";

export class CsvError extends Exception {}

const LONGEST = 131_072; // characters of a field, as in Python

/** The rows of a text; `line_num` is the last line that was read. */
export class Rows {
  line_num = 0;
  private readonly rows: Generator<string[]>;
  constructor(private readonly text: string) {
    this.rows = this.read();
  }
  next(): IteratorResult<string[]> {
    return this.rows.next();
  }
  [Symbol.iterator](): Iterator<string[]> {
    return this;
  }

  private *read(): Generator<string[]> {
    let at = 0;
    while (at < this.text.length) {
      this.line_num++;
      const row: string[] = [];
      let more = true;
      while (more) {
        const cell = this.cell(at);
        if (cell.text.length > LONGEST) throw new CsvError("field larger than field limit");
        row.push(cell.text);
        more = this.text[cell.end] === ",";
        at = cell.end + 1;
        if (!more && this.text[cell.end] === "\r" && this.text[at] === "\n") at++;
      }
      yield row.length === 1 && row[0] === "" ? [] : row;
    }
  }

  private cell(at: number): { text: string; end: number } {
    if (this.text[at] !== '"') {
      const [text] = /[^,\r\n]*/y[Symbol.match](this.text.slice(at)) ?? [""];
      return { text, end: at + text.length };
    }
    let text = "";
    for (let i = at + 1; i < this.text.length; i++) {
      if (this.text[i] === "\n" && i + 1 < this.text.length) this.line_num++; // a line in quotes goes on
      if (this.text[i] !== '"') text += this.text[i];
      else if (this.text[i + 1] === '"') text += this.text[++i];
      else {
        const end = i + 1;
        if (end < this.text.length && !",\r\n".includes(this.text[end]!)) throw new CsvError("',' expected after '\"'");
        return { text, end };
      }
    }
    throw new CsvError("unexpected end of data");
  }
}
