package dev.hyperterse.runtime.search;

/** Inverse document frequency: a word that few of the tools contain tells more than one that most contain. */
record Rarity(int tools) {
    double of(int documentFrequency) {
        int frequency = Math.min(documentFrequency, tools);
        return Math.log(1 + (tools - frequency + 0.5) / (frequency + 0.5));
    }
}
