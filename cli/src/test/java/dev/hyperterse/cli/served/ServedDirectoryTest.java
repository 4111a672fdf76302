package dev.hyperterse.cli.served;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ServedDirectoryTest {
    /** The thread that watches a directory has no other to take its place. */
    @Test
    void aReloadThatOverflowsItsStackIsReportedAndTheNextOneWorks(@TempDir Path folder) throws IOException {
        var directory = Quickstart.copyTo(folder);
        var project = new Project(directory, new ServerChoice(Optional.empty()), "e");
        var keys =
                new KeyRing(new SessionSeedFile(folder, directory, new SecureRandom()).read(), InstantSource.system());
        var report = new Overflowing();
        try (var served = ServedDirectory.start(
                directory,
                project,
                (Compilation.Compiled) project.compile(),
                new ReplicaSettings(directory, directory, () -> keys, true, Handover.standard()),
                Observation.begin(new ByteArrayOutputStream()),
                report)) {
            served.reload();
            served.reload();
        }
        assertThat(report.heard).containsExactly("broke StackOverflowError", "reloaded");
    }

    /** Fails at the first reload as a compiler does that recurses too deep. */
    private static final class Overflowing implements DirectoryReport {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void reloaded(Compilation compilation, CatalogDifference difference, Duration took) {
            if (heard.isEmpty()) {
                throw new StackOverflowError();
            }
            heard.add("reloaded");
        }

        @Override
        public void checked(List<Diagnostic> refused, List<LeafIdentity> kept) {}

        @Override
        public void broke(Throwable fault) {
            heard.add("broke " + fault.getClass().getSimpleName());
        }
    }
}
