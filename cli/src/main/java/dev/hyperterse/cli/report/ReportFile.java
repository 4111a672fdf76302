package dev.hyperterse.cli.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The archive that a report is, which only its user can read. */
public final class ReportFile {
    private ReportFile() {}

    /** A file that exists is left as it is, and there is a whole one or none. */
    public static void write(Path file, List<Page> pages) {
        try {
            var folder = file.toAbsolutePath().getParent();
            var unfinished = Files.createTempFile(folder, "." + file.getFileName(), "");
            try {
                fill(unfinished, pages);
                Files.move(unfinished, file);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static void fill(Path file, List<Page> pages) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var page : pages) {
                zip.putNextEntry(new ZipEntry(page.name()));
                zip.write(page.bytes());
                zip.closeEntry();
            }
        }
    }
}
