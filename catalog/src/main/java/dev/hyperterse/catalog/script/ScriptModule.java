package dev.hyperterse.catalog.script;

import java.util.Optional;

/**
 * One file of a script.
 *
 * @param file its name, as other files of the script import it and stack traces show it
 * @param code an ES module in JavaScript
 * @param mappings from positions of {@code code} to those of the author's text, in the encoding of source maps; absent
 *     where the code is the author's own text
 */
public record ScriptModule(String file, String code, Optional<String> mappings) {}
