package dev.hyperterse.compiler.yaml;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.LoadSettingsBuilder;

/** Settings of the YAML engine for texts of others. */
public final class YamlSettings {
    private YamlSettings() {}

    /** The buffer is as long as the text: the engine's reader (3.0.1) fails where a surrogate pair lies across its end. */
    public static LoadSettingsBuilder of(String text) {
        return LoadSettings.builder().setBufferSize(text.length() + 2);
    }
}
