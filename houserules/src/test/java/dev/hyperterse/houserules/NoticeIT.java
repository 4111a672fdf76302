package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** NOTICE names every library that ships, and none that does not. The libraries of both images are among those of the archive. */
class NoticeIT {
    /** Whoever adds a library under another licence decides first what that asks for. */
    private static final List<String> LICENCES = List.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "LGPL-2.1-or-later",
            "MIT",
            "MIT-0",
            "UPL-1.0",
            "UPL-1.0 AND MIT",
            "Unicode-3.0");

    @Test
    void namesEveryLibraryThatShips() throws IOException {
        assertThat(shipped()).hasSizeGreaterThan(100);
        var named = libraries().keySet().stream()
                .map(library -> library.substring(library.indexOf(':') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named)
                .as("NOTICE beside distribution/target/lib, which keeps libraries of older builds until mvn clean")
                .isEqualTo(shipped());
    }

    @Test
    void everyLicenceIsOneThatWasConsidered() throws IOException {
        assertThat(LICENCES).containsAll(libraries().values());
    }

    /** The libraries that the package phase copied for the launcher, by artifact. */
    private static TreeSet<String> shipped() throws IOException {
        try (var jars = Files.list(Path.of("..", "distribution", "target", "lib"))) {
            return jars.map(jar -> jar.getFileName().toString().replaceFirst("-\\d.*", ""))
                    .filter(name -> !name.startsWith("hyperterse-"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** {@code group:artifact} to the licence that it is listed under. */
    private static Map<String, String> libraries() throws IOException {
        var libraries = new HashMap<String, String>();
        var licence = "";
        for (var line : Files.readAllLines(Path.of("..", "NOTICE"))) {
            if (line.startsWith("  ")) {
                libraries.put(line.strip(), licence);
            } else {
                licence = line;
            }
        }
        return libraries;
    }
}
