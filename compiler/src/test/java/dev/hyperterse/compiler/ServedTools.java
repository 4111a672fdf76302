package dev.hyperterse.compiler;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A server of a benchmark, and the objects that bring its tools. */
interface ServedTools {
    /** How many tools it has. */
    int tools();

    /** How many objects bring them. */
    int objects();

    String server();

    /** @param generation one that was not used yet changes one tool */
    String object(int number, int generation);

    default String[] manifests() {
        return Stream.concat(Stream.of(server()), IntStream.range(0, objects()).mapToObj(number -> object(number, 1)))
                .toArray(String[]::new);
    }
}
