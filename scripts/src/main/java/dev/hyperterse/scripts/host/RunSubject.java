package dev.hyperterse.scripts.host;

import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import java.util.Optional;

/**
 * What a run is for, as its payload says it.
 *
 * @param uri of the resource that is read
 */
public record RunSubject(Kind kind, String name, Optional<String> uri) {}
