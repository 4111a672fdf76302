package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a server's {@code spec.scripts} says, while it is served. */
@Timeout(180)
class ScriptSettingsIT {
    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              scripts: {timeout: 100ms}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: waits}
            spec:
              serverRefs: [{name: shop}]
              description: Waits
              script: {source: {inline: "export default (_, ctx) => ctx.sleep(50000)"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void aChangedSettingIsThatOfTheNextRun() throws IOException, InterruptedException {
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("shop.yaml"), MANIFESTS);
        try (var shop = Quickstart.serve(directory, folder.resolve("cache"))) {
            assertThat(message(shop)).isEqualTo("execution failed: the script took more than 100 ms (scripts.timeout)");
            shop.edit("shop.yaml", "timeout: 100ms", "timeout: 200ms");
            while (!message(shop).equals("execution failed: the script took more than 200 ms (scripts.timeout)")) {
                Thread.sleep(50);
            }
        }
    }

    private static String message(Quickstart shop) {
        return Quickstart.failure(shop.execute(Optional.empty(), "waits", "{}"));
    }
}
