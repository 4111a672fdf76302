package dev.hyperterse.javascript;

import dev.hyperterse.catalog.script.ModuleNames;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/** The files that a script sees: only those that it may import, which it cannot change. */
public final class ScriptFiles implements FileSystem {
    private static final Path ROOT = Path.of("/");

    private volatile Map<String, byte[]> files;

    private ScriptFiles(Map<String, byte[]> files) {
        this.files = Map.copyOf(files);
    }

    /** @param files texts by name */
    public static ScriptFiles of(Map<String, String> files) {
        var bytes = new java.util.HashMap<String, byte[]>();
        files.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return new ScriptFiles(bytes);
    }

    /** From now on it has the files of another script. */
    public void become(ScriptFiles other) {
        files = other.files;
    }

    @Override
    public Path parsePath(URI uri) {
        // A URI without a path, such as node:fs, names no file.
        return Path.of(uri.getPath() == null ? uri.toString() : uri.getPath());
    }

    @Override
    public Path parsePath(String path) {
        return Path.of(path);
    }

    @Override
    public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
            throws NoSuchFileException {
        file(path);
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws AccessDeniedException {
        throw new AccessDeniedException(directory.toString());
    }

    @Override
    public void delete(Path path) throws AccessDeniedException {
        throw new AccessDeniedException(path.toString());
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws NoSuchFileException {
        return new BytesChannel(files.get(file(path)));
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws AccessDeniedException {
        throw new AccessDeniedException(directory.toString());
    }

    @Override
    public Path toAbsolutePath(Path path) {
        return ROOT.resolve(path);
    }

    /** The only name of a file, however it is imported, so that it is one module. */
    @Override
    public Path toRealPath(Path path, LinkOption... options) throws NoSuchFileException {
        return ROOT.resolve(file(path));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
            throws NoSuchFileException {
        return Map.of("isRegularFile", true, "isDirectory", false, "size", (long) files.get(file(path)).length);
    }

    private String file(Path path) throws NoSuchFileException {
        var name = ROOT.relativize(ROOT.resolve(path).normalize()).toString();
        return ModuleNames.resolve(name, files.keySet()).orElseThrow(() -> new NoSuchFileException(name));
    }
}
