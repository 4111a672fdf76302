package dev.hyperterse.testbed;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An archive of the classes that operators and replicas start with, which tests start many of: a JVM maps it instead of
 * reading and checking the classes one by one. It is made once for the jars of a build, of the lists that the archives of
 * the images are made of. Classes that no list has are read from the jars.
 *
 * @param classPath that of this JVM, jars first: an archive is good for a class path that begins with its own
 * @param options of JVMs that start from it
 */
public record ClassArchive(String classPath, List<String> options) {
    private static final Path LISTS = Path.of("..", "release", "classes");
    private static final Path FOLDER = Path.of("target", "class-archive");

    /** An archive is good for JVMs with the options that it was made with. */
    private static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** A message of the JVM about an archive is no line of a log that holds JSON. */
    private static final List<String> QUIET = List.of("-Xlog:disable", "-Xlog:all=error:stderr");

    public ClassArchive {
        options = List.copyOf(options);
    }

    /** Of the jars that this JVM has; the first who asks for it after they were packed waits for it. */
    public static synchronized ClassArchive ofThisJvm() {
        var parts = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .collect(Collectors.partitioningBy(Files::isRegularFile));
        var jars = parts.get(true);
        try {
            var archive = FOLDER.toAbsolutePath()
                    .resolve(Integer.toHexString((System.getProperty("java.home") + jars).hashCode()) + ".jsa");
            if (!isNewer(archive, jars)) {
                make(archive, jars);
            }
            var options = new ArrayList<>(JVM);
            options.addAll(QUIET);
            options.add("-XX:SharedArchiveFile=" + archive);
            return new ClassArchive(
                    Stream.of(jars, parts.get(false))
                            .flatMap(List::stream)
                            .map(Path::toString)
                            .collect(Collectors.joining(File.pathSeparator)),
                    options);
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static boolean isNewer(Path archive, List<Path> jars) throws IOException {
        if (!Files.exists(archive)) {
            return false;
        }
        var made = Files.getLastModifiedTime(archive);
        for (var jar : jars) {
            if (Files.getLastModifiedTime(jar).compareTo(made) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static void make(Path archive, List<Path> jars) throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        var list = Files.write(FOLDER.resolve("list"), listed());
        var half = FOLDER.resolve("unfinished.jsa");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(QUIET);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + half,
                "-cp",
                jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        var log = FOLDER.resolve("log");
        var code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("no archive of classes: " + Files.readString(log));
        }
        Files.move(half, archive, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Set<String> listed() throws IOException {
        var classes = new LinkedHashSet<String>();
        for (var image : List.of("operator", "runtime")) {
            classes.addAll(Files.readAllLines(LISTS.resolve(image)));
        }
        return classes;
    }
}
