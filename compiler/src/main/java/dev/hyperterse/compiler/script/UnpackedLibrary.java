package dev.hyperterse.compiler.script;

import com.caoccao.javet.swc4j.Swc4jLibLoader;
import com.caoccao.javet.swc4j.interfaces.ISwc4jLibLoadingListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The folder in which SWC unpacks its native library, of 18 MB. It is deleted as soon as it is loaded: the mapped file
 * stays for as long as the process runs, and nothing is left of a process that crashes. SWC itself leaves one behind
 * for each process.
 */
final class UnpackedLibrary implements AutoCloseable {
    private final Path folder;

    UnpackedLibrary() throws IOException {
        folder = Files.createTempDirectory("script-compiler");
        Swc4jLibLoader.setLibLoadingListener(new ISwc4jLibLoadingListener() {
            @Override
            public File getLibPath() {
                return folder.toFile();
            }
        });
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
