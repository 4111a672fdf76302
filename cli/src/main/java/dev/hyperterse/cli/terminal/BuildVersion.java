package dev.hyperterse.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version that the build wrote down. */
public record BuildVersion(String version) {
    private static final String RESOURCE = "version.properties";

    public static BuildVersion read() {
        var properties = new Properties();
        try (var resource = BuildVersion.class.getResourceAsStream(RESOURCE)) {
            properties.load(resource);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return new BuildVersion(properties.getProperty("version"));
    }

    public String display() {
        return "hyperterse " + version + " on Java " + Runtime.version();
    }
}
