import { inLanguage } from "./language.svelte";

const fr = {
  code: "Code QR qui mène à cette table",
  link: "Le lien de la table",
  copy: "Copier le lien",
  copied: "Lien copié",
  share: "Envoyer…",
  text: "Une partie ? La table est prête.",
  camera: "Un téléphone lit le code avec son appareil photo. Qui a le lien peut s’asseoir.",
  only_here:
    "Ce lien ne marche que sur cet appareil. Pour inviter, ouvrez la maison par son adresse sur le réseau (elle s’affiche là où la maison a été lancée).",
};

const en: typeof fr = {
  code: "QR code that leads to this table",
  link: "The link of the table",
  copy: "Copy the link",
  copied: "Link copied",
  share: "Send…",
  text: "A game? The table is ready.",
  camera: "A phone reads the code with its camera. Whoever has the link may sit down.",
  only_here:
    "This link works on this device only. To invite others, open the house by its network address (shown where the house was started).",
};

export const WORDS = { fr, en };

/** The words of an invitation in the language of the moment. */
export const i = inLanguage(WORDS);
