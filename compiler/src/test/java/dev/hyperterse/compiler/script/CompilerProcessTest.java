package dev.hyperterse.compiler.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.script.SourcePositions;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.compiler.resolve.ScriptSource.Language;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Order(1)
class CompilerProcessTest {
    private static final CompilerProcess COMPILER = new CompilerProcess();

    @AfterAll
    static void stop() {
        COMPILER.close();
    }

    @Test
    void javaScriptIsTakenAsItIs() {
        var text = "export default () => 1\n";
        assertThat(modules(ScriptSource.of("tool.js", Language.JAVASCRIPT, text)))
                .containsExactly(new ScriptModule("tool.js", text, java.util.Optional.empty()));
    }

    @Test
    void typesAreDroppedAndPlacesStayThoseOfTheAuthor() {
        var modules = modules(ScriptSource.of("tool.ts", Language.TYPESCRIPT, """
                interface Order { id: number }
                enum Size { Small, Large }

                export default ({inputs}: {inputs: Order}): number => {
                  throw new Error(`${inputs.id satisfies number} ${Size.Large}`);
                };
                """));
        var code = modules.getFirst().code();
        assertThat(code).doesNotContain("interface", "satisfies");
        var lines = code.lines().toList();
        var line = lines.indexOf(
                lines.stream().filter(it -> it.contains("throw")).findFirst().orElseThrow());
        assertThat(SourcePositions.decode(modules.getFirst().mappings().orElseThrow())
                        .original(line + 1, lines.get(line).indexOf("throw") + 1))
                .contains(new SourcePositions.Place(5, 3));
    }

    /** A JVM says so on its standard output, where the answers are. */
    @Test
    void cacheThatDoesNotFitIsNoFaultOfAScript(@TempDir Path folder) throws Exception {
        var unusable = Files.writeString(folder.resolve("unusable.aot"), "recorded by another JDK");
        var command = CompilerProcess.command(ScriptCompilation.class, "-Xmx96m", Optional.of(unusable.toString()));
        try (var compiler = new CompilerProcess(command, Duration.ofMinutes(1))) {
            assertThat(compiler.compile(ScriptSource.of("tool.js", Language.JAVASCRIPT, "export default () => 1"))
                            .get())
                    .isInstanceOf(ScriptOutcome.Compiled.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            JAVASCRIPT | const a = 1; const a = 2; | 1:20
            JAVASCRIPT | export default () => { return ; ) | 1:33
            JAVASCRIPT | import x from './not-there.js'; export default x | 1:16
            JAVASCRIPT | const here = 1 | 0:0
            TYPESCRIPT | export default (a: number) => { const x: = 1 } | 1:42
            TYPESCRIPT | let a: string; let a: number; export default a | 1:20
            """)
    void aSyntaxErrorHasItsPlace(Language language, String text, String place) {
        var findings = rejected(ScriptSource.of("tool", language, text));
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.line() + ":" + finding.column()).isEqualTo(place);
            assertThat(finding.message()).isNotBlank();
        });
    }

    @Test
    void anIsolatedScriptIsLinkedByItsOwnEngineToo() {
        var source = ScriptSource.of("tool.ts", Language.TYPESCRIPT, "export default (): number => 1")
                .in(ScriptIsolation.Isolated);
        assertThat(COMPILER.compile(source).join())
                .isInstanceOfSatisfying(
                        ScriptOutcome.Compiled.class,
                        compiled -> assertThat(compiled.script().engine()).isEqualTo(ScriptIsolation.Isolated));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            export default () => new Intl.NumberFormat('de').format(1) | 1:26 | engine: Isolated has no Intl
            """)
    void globalOfTheSharedEngineOnlyIsRefused(String text, String place, String message) {
        var findings =
                rejected(ScriptSource.of("tool", Language.JAVASCRIPT, text).in(ScriptIsolation.Isolated));
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.line() + ":" + finding.column()).isEqualTo(place);
            assertThat(finding.message()).isEqualTo(message);
        });
    }

    @Test
    void aNameThatTheOtherFileDoesNotExportIsFound() {
        assertThat(rejected(files(
                        "main.ts",
                        Map.of(
                                "main.ts",
                                "import {rate} from './rate';\nexport default () => rate",
                                "rate.ts",
                                "export const other: number = 1"))))
                .singleElement()
                .extracting(Finding::message)
                .asString()
                .contains("rate");
    }

    @Test
    void importsMayFormACircle() {
        assertThat(modules(files(
                        "a.js",
                        Map.of(
                                "a.js",
                                "import {b} from './b.js'; export const a = () => b; export default a",
                                "b.js",
                                "import {a} from './a.js'; export const b = () => a"))))
                .extracting(ScriptModule::file)
                .containsExactly("a.js", "b.js");
    }

    @Test
    void nothingOfAScriptRunsWhileItIsCompiled() {
        assertThat(modules(ScriptSource.of("tool.js", Language.JAVASCRIPT, "for (;;);\nexport default () => 1")))
                .hasSize(1);
        assertThat(modules(ScriptSource.of(
                        "tool.js", Language.JAVASCRIPT, "await new Promise(() => {}); export default () => 1")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[", "{a:", "-", "x=>", "`${"})
    void textThatIsNestedTooDeeplyEndsItsOwnCompilationOnly(String piece) {
        for (var language : Language.values()) {
            assertThat(rejected(ScriptSource.of("tool", language, "export default " + piece.repeat(60_000))))
                    .isNotEmpty();
        }
        javaScriptIsTakenAsItIs();
    }

    /** Issue 17, F3: each left a library of 18 MB, and the pod was evicted for the size of its /tmp. */
    @Test
    void scriptsThatCrashTheCompilerLeaveNothingInItsTemporaryFolder(@TempDir Path folder) throws Exception {
        var command = new ArrayList<>(CompilerProcess.command(ScriptCompilation.class, "-Xmx96m"));
        // The last of a property counts.
        command.add(command.indexOf("-cp"), "-Djava.io.tmpdir=" + folder);
        try (var compiler = new CompilerProcess(command, Duration.ofSeconds(60))) {
            for (var script = 1; script <= 5; script++) {
                var text = "export default " + "(".repeat(60_000 + script);
                assertThat(compiler.compile(ScriptSource.of("tool.ts", Language.TYPESCRIPT, text))
                                .join())
                        .isInstanceOfSatisfying(ScriptOutcome.Rejected.class, it -> assertThat(
                                        it.findings().getFirst().message())
                                .contains("crashes"));
            }
            assertThat(folder).isEmptyDirectory();
            assertThat(compiler.compile(ScriptSource.of("tool.ts", Language.TYPESCRIPT, "export default () => 1"))
                            .join())
                    .isInstanceOf(ScriptOutcome.Compiled.class);
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void aTextThatEndedTheCompilerIsNotTriedAgainForAnotherServer(@TempDir Path folder) throws Exception {
        var command = new ArrayList<>(CompilerProcess.command(HangingCompilation.class, "-Xmx16m"));
        var java = Files.createSymbolicLink(folder.resolve("java"), Path.of(command.getFirst()));
        command.set(0, java.toString());
        try (var compiler = new CompilerProcess(command, Duration.ofMillis(300))) {
            var hangs = ScriptSource.of("hang.js", Language.JAVASCRIPT, "hang");
            var rejected = compiler.compile(hangs).join();
            assertThat(rejected).isInstanceOf(ScriptOutcome.Rejected.class);
            Files.delete(java);
            assertThat(compiler.compile(hangs).join()).isEqualTo(rejected);
            assertThat(compiler.compile(ScriptSource.of("hang.js", Language.JAVASCRIPT, "edited"))
                            .join())
                    .isInstanceOf(ScriptOutcome.Unavailable.class);
        }
    }

    @Test
    void aCompilationThatHangsIsKilledAndTheNextOneCompiles() {
        try (var compiler = new CompilerProcess(
                CompilerProcess.command(HangingCompilation.class, "-Xmx16m"), Duration.ofSeconds(3))) {
            assertThat(compiler.compile(ScriptSource.of("hang.js", Language.JAVASCRIPT, "hang"))
                            .join())
                    .isInstanceOfSatisfying(
                            ScriptOutcome.Rejected.class,
                            it -> assertThat(it.findings().getFirst().message()).contains("takes longer"));
            ScriptOutcome next;
            var attempt = 0;
            do {
                // Another text each time: on a busy machine it may take as long, and is not tried again then.
                attempt++;
                next = compiler.compile(ScriptSource.of("go.js", Language.JAVASCRIPT, "go " + attempt))
                        .join();
            } while (attempt < 10 && next.toString().contains("takes longer"));
            assertThat(next).isEqualTo(new ScriptOutcome.Rejected(List.of(new Finding("go.js", 1, 1, "seen"))));
        }
    }

    @Test
    void scriptsOfOneTenantWaitForOneOfAnotherAtMost(@TempDir Path first, @TempDir Path second) throws Exception {
        try (var compiler = new CompilerProcess(
                CompilerProcess.command(HangingCompilation.class, "-Xmx16m"), Duration.ofMinutes(1))) {
            var slow = compiler.of("slow");
            slow.compile(ScriptSource.of("wait.js", Language.JAVASCRIPT, first.toString()));
            var next = slow.compile(ScriptSource.of("wait.js", Language.JAVASCRIPT, second.toString()));
            var other = compiler.of("other").compile(ScriptSource.of("go.js", Language.JAVASCRIPT, "go"));
            Files.createFile(first.resolve("go"));
            assertThat(other.join()).isEqualTo(new ScriptOutcome.Rejected(List.of(new Finding("go.js", 1, 1, "seen"))));
            assertThat(next).isNotDone();
        }
    }

    @Test
    void aScriptThatIsCancelledBeforeItsTurnIsNotCompiled(@TempDir Path first, @TempDir Path second) throws Exception {
        try (var compiler = new CompilerProcess(
                CompilerProcess.command(HangingCompilation.class, "-Xmx16m"), Duration.ofMinutes(1))) {
            compiler.compile(ScriptSource.of("wait.js", Language.JAVASCRIPT, first.toString()));
            compiler.compile(ScriptSource.of("wait.js", Language.JAVASCRIPT, second.toString()))
                    .cancel(false);
            var other = compiler.compile(ScriptSource.of("go.js", Language.JAVASCRIPT, "go"));
            Files.createFile(first.resolve("go"));
            Files.createFile(second.resolve("go"));
            other.join();
            assertThat(second.resolve("begun")).doesNotExist();
        }
    }

    /** A thread ends after a minute without scripts, which may be the moment in which the next one comes. */
    @Test
    void aThreadThatEndsLeavesTheProcessToTheNextOne(@TempDir Path folder) throws Exception {
        try (var compiler = new CompilerProcess(
                CompilerProcess.command(HangingCompilation.class, "-Xmx16m"), Duration.ofMinutes(1))) {
            var outcome = compiler.compile(ScriptSource.of("wait.js", Language.JAVASCRIPT, folder.toString()));
            while (Files.notExists(folder.resolve("begun")) && !outcome.isDone()) {
                LockSupport.parkNanos(10_000_000);
            }
            compiler.stopUnused();
            Files.createFile(folder.resolve("go"));
            assertThat(outcome.join())
                    .isEqualTo(new ScriptOutcome.Rejected(List.of(new Finding("wait.js", 1, 1, "seen"))));
        }
    }

    @Test
    void aCompilerThatDoesNotStartIsNoFaultOfTheScript() {
        try (var compiler = new CompilerProcess(List.of("/not/there"), Duration.ofSeconds(10))) {
            assertThat(compiler.compile(ScriptSource.of("tool.js", Language.JAVASCRIPT, ""))
                            .join())
                    .isInstanceOf(ScriptOutcome.Unavailable.class);
        }
    }

    private static ScriptSource files(String entry, Map<String, String> files) {
        return new ScriptSource(entry, Language.of(entry), new TreeMap<>(files));
    }

    private static List<ScriptModule> modules(ScriptSource source) {
        return switch (COMPILER.compile(source).join()) {
            case ScriptOutcome.Compiled(var script) -> script.modules();
            case ScriptOutcome.Rejected rejected -> throw new AssertionError(rejected);
            case ScriptOutcome.Unavailable unavailable -> throw new AssertionError(unavailable);
        };
    }

    private static List<Finding> rejected(ScriptSource source) {
        return switch (COMPILER.compile(source).join()) {
            case ScriptOutcome.Rejected(var findings) -> findings;
            case ScriptOutcome.Compiled compiled -> throw new AssertionError(compiled);
            case ScriptOutcome.Unavailable unavailable -> throw new AssertionError(unavailable);
        };
    }
}
