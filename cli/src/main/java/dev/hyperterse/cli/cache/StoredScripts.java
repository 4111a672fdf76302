package dev.hyperterse.cli.cache;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.compiler.script.ScriptCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Compiled scripts by their text. The process that compiles takes seconds to start, and each command would start it.
 * Only results are stored: a rejected script is compiled again.
 *
 * @param build another build may compile the same text to something else
 */
public record StoredScripts(ScriptCompiler compiler, Path folder, String build) implements ScriptCompiler {
    private static final Duration KEPT = Duration.ofDays(30);

    /** In the cache of this user, for a build of jars; classes in folders change without another name. */
    public static ScriptCompiler ofThisUser(ScriptCompiler compiler) {
        var classPath = System.getProperty("java.class.path");
        if (Stream.of(classPath.split(File.pathSeparator)).anyMatch(entry -> Files.isDirectory(Path.of(entry)))) {
            return compiler;
        }
        var cache = UserCache.folder(System.getenv());
        return new StoredScripts(compiler, cache.resolve("scripts"), classPath);
    }

    @Override
    public CompletableFuture<ScriptOutcome> compile(ScriptSource source) {
        var name = UUID.nameUUIDFromBytes((build + "\n" + source.digest()).getBytes(StandardCharsets.UTF_8));
        var file = folder.resolve(name + ".json");
        return read(file).map(CompletableFuture::completedFuture).orElseGet(() -> compiler.compile(source)
                .thenApply(outcome -> {
                    if (outcome instanceof ScriptOutcome.Compiled compiled) {
                        store(file, compiled);
                    }
                    return outcome;
                }));
    }

    private static Optional<ScriptOutcome> read(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            var script = new CatalogCodec().decodeScript(Files.readString(file));
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return Optional.of(new ScriptOutcome.Compiled(script));
        } catch (IOException | RuntimeException unusable) {
            // The script is compiled as if the file were not there.
            return Optional.empty();
        }
    }

    private void store(Path file, ScriptOutcome.Compiled compiled) {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            var temporary = Files.createTempFile(folder, "script", ".tmp");
            Files.writeString(temporary, new CatalogCodec().encode(compiled.script()));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forgetUnused();
        } catch (IOException | UnsupportedOperationException unwritable) {
            // The next command compiles the script again.
        }
    }

    private void forgetUnused() throws IOException {
        var oldest = FileTime.from(Instant.now().minus(KEPT));
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                if (Files.getLastModifiedTime(file).compareTo(oldest) < 0) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
