package dev.hyperterse.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The parts of a page of metrics beside its values, which dashboards, alerts and rules are written for. */
public final class MetricsPage {
    private MetricsPage() {}

    /** Each line as it is; of a value whether it is a whole number, {@code 0}, or not, {@code 0.0}. */
    public static String withoutValues(String page) {
        return page.lines()
                .map(line -> line.startsWith("#") ? line : withoutValue(line))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String withoutValue(String sample) {
        var series = sample.substring(0, sample.lastIndexOf(' ') + 1);
        return series + (sample.substring(series.length()).contains(".") ? "0.0" : "0");
    }

    /** The value of a counter of the page, with its labels as they are there: {@code calls_total{kind="x"}}. */
    public static long count(String page, String series) {
        return page.lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToLong(line -> Long.parseLong(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(series + " is not on the page: " + page));
    }

    /** The page that is kept in this file, which {@code -Dgolden.update=true} rewrites. */
    public static String kept(Path file, String page) throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, withoutValues(page));
        }
        return Files.readString(file);
    }
}
