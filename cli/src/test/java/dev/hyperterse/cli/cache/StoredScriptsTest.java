package dev.hyperterse.cli.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.compiler.script.CompilerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredScriptsTest {
    private static final ScriptSource SOURCE =
            ScriptSource.of("a.ts", ScriptSource.Language.TYPESCRIPT, "export default (): number => 1");

    private static ScriptOutcome outcome;

    @TempDir
    private Path cache;

    private final AtomicInteger compiled = new AtomicInteger();

    /** A process that compiles takes seconds of a processor to start. */
    @BeforeAll
    static void compileOnce() {
        try (var process = new CompilerProcess()) {
            outcome = process.compile(SOURCE).join();
        }
    }

    @Test
    void compiledScriptIsReadByTheNextCommandOfTheBuild() {
        var first = scripts(outcome, "one").compile(SOURCE).join();
        var second = scripts(new ScriptOutcome.Unavailable("not asked"), "one")
                .compile(SOURCE)
                .join();

        assertThat(first).isInstanceOf(ScriptOutcome.Compiled.class);
        assertThat(text(second)).isEqualTo(text(first));
        assertThat(compiled).hasValue(1);
        assertThat(scripts(first, "two").compile(SOURCE).join()).isEqualTo(first);
        assertThat(compiled).as("another build").hasValue(2);
    }

    @Test
    void damagedFileIsCompiledAgainAndAnOldOneForgotten() throws IOException {
        scripts(outcome, "one").compile(SOURCE).join();
        try (var files = Files.list(cache)) {
            Files.writeString(files.findFirst().orElseThrow(), "{");
        }
        var old = Files.writeString(cache.resolve("old.json"), "{}");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(40))));

        assertThat(scripts(outcome, "one").compile(SOURCE).join()).isEqualTo(outcome);
        assertThat(compiled).hasValue(2);
        assertThat(old).doesNotExist();
    }

    @Test
    void rejectedScriptIsNotStoredAndAFolderThatCannotBeWrittenIsNoFailure() throws IOException {
        var rejected = new ScriptOutcome.Rejected(List.of(new ScriptOutcome.Finding("a.ts", 1, 1, "no")));
        assertThat(scripts(rejected, "one").compile(SOURCE).join()).isEqualTo(rejected);
        assertThat(cache).isEmptyDirectory();

        var file = Files.writeString(cache.resolve("file"), "");
        assertThat(new StoredScripts(_ -> CompletableFuture.completedFuture(outcome), file, "one")
                        .compile(SOURCE)
                        .join())
                .isEqualTo(outcome);
    }

    private StoredScripts scripts(ScriptOutcome answer, String build) {
        return new StoredScripts(
                _ -> {
                    compiled.incrementAndGet();
                    return CompletableFuture.completedFuture(answer);
                },
                cache,
                build);
    }

    private static String text(ScriptOutcome stored) {
        return new CatalogCodec().encode(((ScriptOutcome.Compiled) stored).script());
    }
}
