/** Ce que dit la page. Les mots des jeux viennent de la maison (games/*\/words), ceux des plateaux de leurs dossiers. */
export const fr = {
  house: "Lumithèque",
  loading: "On allume…",
  back_to_shelf: "Retour à l’étagère",
  lost: "Cette page n’existe pas.",
  your_turn: "À vous !",
  turn_of: (name: string) => `C’est à ${name}.`,
  everybody_chooses: "Chacun choisit en secret.",
  typed_move: "Écrire un coup",
  play: "Jouer",
};

export type Words = typeof fr;
