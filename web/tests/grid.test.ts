import { describe, expect, it } from "vitest";
import { nearest } from "../src/parts/grid";

const at = (name: string, x: number, y: number) => ({ cell: name as unknown as HTMLElement, x, y });

describe("the next cell in a direction", () => {
  const board = [at("a2", 0, 0), at("b2", 1, 0), at("c2", 2, 0), at("a1", 0, 1), at("c1", 2, 1)];
  it("is the neighbour", () => {
    expect(nearest(at("a2", 0, 0), board, 1, 0)).toBe("b2");
    expect(nearest(at("a2", 0, 0), board, 0, 1)).toBe("a1");
    expect(nearest(at("c1", 2, 1), board, 0, -1)).toBe("c2");
  });
  it("keeps the line over a gap", () => {
    expect(nearest(at("a1", 0, 1), board, 1, 0)).toBe("c1");
  });
  it("leaves the line rather than stand still", () => {
    expect(nearest(at("b2", 1, 0), board, 0, 1)).toBe("a1");
  });
  it("is nothing at the edge, or without a direction", () => {
    expect(nearest(at("c2", 2, 0), board, 1, 0)).toBeUndefined();
    expect(nearest(at("c2", 2, 0), board, 0, 0)).toBeUndefined();
  });
});
