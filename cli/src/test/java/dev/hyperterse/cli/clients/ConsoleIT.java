package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.console.cluster.ClusterPage;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.status.FakeCluster;
import dev.hyperterse.cli.status.Relay;
import dev.hyperterse.cli.status.SoundCluster;
import dev.hyperterse.testbed.Chromium;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console in a browser: what an author does with it, while files change, without a finding of axe. With {@code
 * -Dpictures.update=true} it renews the pictures of the documentation.
 */
@Order(1)
class ConsoleIT {
    private static final Path PICTURES =
            Path.of("..", "docs", "pictures").toAbsolutePath().normalize();

    @Test
    void anAuthorSearchesCallsAndMendsByIt(@TempDir Path folder) throws IOException {
        var chromium = Requirement.fulfil(Chromium::program);
        var driver = Requirement.fulfil(() -> ClientTools.ofNode("console"));
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var arguments = new ArrayList<>(List.of(
                    chromium.toString(),
                    quickstart.url().resolve("/").toString(),
                    quickstart.file(".").normalize().toString()));
            if (Boolean.getBoolean("pictures.update")) {
                arguments.add(PICTURES.toString());
            }
            var printed = driver.runScript("console", "console.mjs", List.of("node"), arguments.toArray(String[]::new));
            printed.lines().filter(line -> line.startsWith("first paint")).forEach(System.err::println);
            assertThat(printed).endsWith("ok\n");
        }
    }

    @Test
    void aServerOfAClusterIsCalledThroughIt(@TempDir Path folder) throws IOException {
        var chromium = Requirement.fulfil(Chromium::program);
        var driver = Requirement.fulfil(() -> ClientTools.ofNode("console"));
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"));
                var cluster = new FakeCluster(
                        SoundCluster.renewed(SoundCluster.ALL),
                        () -> new Relay(quickstart.url().getPort()));
                var page = ClusterPage.open(
                        Cluster.connect(Optional.of(cluster.kubeconfig(folder)), Optional.empty()),
                        new ClusterPage.Settings("shop", "shop", "hyperterse-system", 0, "0.1.0"))) {
            var printed = driver.runScript(
                    "console",
                    "cluster.mjs",
                    List.of("node"),
                    chromium.toString(),
                    page.url().toString());
            assertThat(printed).endsWith("ok\n");
        }
    }
}
