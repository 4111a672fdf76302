package dev.hyperterse.cli.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The archive that a report is. */
public final class ReportFile {
    private ReportFile() {}

    /** A file that exists is left as it is. */
    public static void write(Path file, List<Page> pages) {
        try (var zip = new ZipOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
            for (var page : pages) {
                zip.putNextEntry(new ZipEntry(page.name()));
                zip.write(page.bytes());
                zip.closeEntry();
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
