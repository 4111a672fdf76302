package dev.hyperterse.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Values that would do something if they were read as a part of a statement, a document or a command. */
public final class HostileValues {
    private HostileValues() {}

    /** As they are written in the file. */
    public static List<String> written() {
        return Arrays.stream(file().split("\n"))
                .filter(line -> !line.isEmpty() && !line.startsWith("## "))
                .map(line -> line.replace("<LF>", "\n").replace("<CR>", "\r").replace("<TAB>", "\t"))
                .toList();
    }

    /** Each of them also between quotes, between lines and behind what would end a list. */
    public static List<String> all() {
        return written().stream()
                .flatMap(value -> Stream.of(value, "'" + value + "'", "a\n" + value + " -- ", "\"),(" + value + "\\"))
                .distinct()
                .toList();
    }

    private static String file() {
        try (var stream = HostileValues.class.getResourceAsStream("/statements/hostile-values.txt")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
