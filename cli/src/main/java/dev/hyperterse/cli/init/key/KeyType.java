package dev.hyperterse.cli.init.key;

import java.util.Arrays;
import java.util.Optional;

/** The types of Redis that a tool can show. */
public enum KeyType {
    STRING("GET %s", "the text"),
    HASH("HGETALL %s", "the fields of the hash"),
    LIST("LRANGE %s 0 {{ inputs.last }}", "the items of the list, from the first one"),
    SET("SMEMBERS %s", "the members of the set"),
    ZSET(
            "ZREVRANGE %s 0 {{ inputs.last }} WITHSCORES",
            "the members of the sorted set with their scores, the highest first"),
    STREAM("XREVRANGE %s + - COUNT {{ inputs.count }}", "the entries of the stream, the newest first");

    private final String command;
    private final String shown;

    KeyType(String command, String shown) {
        this.command = command;
        this.shown = shown;
    }

    /** By the word that TYPE answers with; empty for those of modules, and of a key that is gone. */
    static Optional<KeyType> of(String word) {
        return Arrays.stream(values())
                .filter(type -> type.name().equalsIgnoreCase(word))
                .findFirst();
    }

    /** The statement that reads a key. */
    String command(String key) {
        return command.formatted(key);
    }

    /** The part of a key that it shows, for people. */
    String shown() {
        return shown;
    }
}
