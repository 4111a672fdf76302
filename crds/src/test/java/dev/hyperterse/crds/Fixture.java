package dev.hyperterse.crds;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One manifest of {@code fixtures/}. A {@code valid-} one is taken; an {@code invalid-} one is refused for exactly the
 * causes that its first lines name: {@code # expect: <path>: <part of the message>}.
 */
record Fixture(String name, String text) {
    private static final Path DIRECTORY = Path.of("src/test/resources/fixtures");
    private static final String EXPECT = "# expect: ";

    /** One reason for refusal. */
    record Expectation(String path, String message) {}

    static List<Fixture> valid() {
        return starting("valid-");
    }

    static List<Fixture> invalid() {
        return starting("invalid-");
    }

    List<Expectation> expectations() {
        return text.lines()
                .takeWhile(line -> line.startsWith(EXPECT))
                .map(line -> line.substring(EXPECT.length()).split(": ", 2))
                .map(parts -> new Expectation(parts[0], parts[1]))
                .toList();
    }

    GenericKubernetesResource manifest() {
        return Serialization.unmarshal(text, GenericKubernetesResource.class);
    }

    @Override
    public String toString() {
        return name;
    }

    private static List<Fixture> starting(String prefix) {
        try (var files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .map(Fixture::read)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Fixture read(Path file) {
        try {
            return new Fixture(file.getFileName().toString(), Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
