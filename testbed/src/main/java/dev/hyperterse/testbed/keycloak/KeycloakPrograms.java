package dev.hyperterse.testbed.keycloak;

import dev.hyperterse.testbed.Directories;
import dev.hyperterse.testbed.FetchedPackages;
import dev.hyperterse.testbed.TestbedException;
import dev.hyperterse.testbed.UnpackedPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Keycloak's distribution, a Maven artifact of 160 MB, built once for the database that tests use. */
final class KeycloakPrograms {
    private static final String VERSION = "26.4.0";
    private static final String NAME = "keycloak-" + VERSION;
    private static final List<String> FETCH = List.of(
            "mvn",
            "--quiet",
            "--batch-mode",
            "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy",
            "-Dartifact=org.keycloak:keycloak-quarkus-dist:" + VERSION + ":zip",
            "-DoutputDirectory=.");

    private KeycloakPrograms() {}

    /** The directory that holds {@code lib}. */
    static Path unpacked() {
        return UnpackedPrograms.of(NAME, KeycloakPrograms::unpack).resolve(NAME);
    }

    private static void unpack(Path directory) throws IOException {
        var fetching = Files.createTempDirectory("fetching-keycloak");
        try {
            FetchedPackages.run(fetching, FETCH.toArray(String[]::new));
            unzip(FetchedPackages.files(fetching, ".zip").getFirst(), directory);
        } finally {
            Directories.delete(fetching);
        }
        // A server that is built starts several times faster than one that builds itself when it starts.
        FetchedPackages.run(
                directory,
                "/usr/bin/env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                "/bin/sh",
                NAME + "/bin/kc.sh",
                "build",
                "--db=dev-mem");
    }

    private static void unzip(Path archive, Path directory) throws IOException {
        try (var zip = new ZipFile(archive.toFile())) {
            for (var entry : zip.stream().toList()) {
                unzip(zip, entry, directory);
            }
        }
    }

    private static void unzip(ZipFile zip, ZipEntry entry, Path directory) throws IOException {
        var file = directory.resolve(entry.getName()).normalize();
        if (!file.startsWith(directory)) {
            throw new TestbedException("the archive names a file outside of it: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(file);
            return;
        }
        Files.createDirectories(file.getParent());
        try (var content = zip.getInputStream(entry)) {
            Files.copy(content, file);
        }
    }
}
