package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Chromium;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console in a browser: what an author does with it, while files change, without a finding of axe. */
class ConsoleIT {
    @Test
    void anAuthorSearchesCallsAndMendsByIt(@TempDir Path folder) throws IOException {
        var chromium = Requirement.fulfil(Chromium::program);
        var driver = Requirement.fulfil(() -> ClientTools.ofNode("console"));
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var printed = driver.runScript(
                    "console",
                    "console.mjs",
                    List.of("node"),
                    chromium.toString(),
                    quickstart.url().resolve("/").toString(),
                    quickstart.file(".").normalize().toString());
            assertThat(printed).endsWith("ok\n");
        }
    }
}
