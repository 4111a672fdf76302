package dev.hyperterse.cli.difference;

/**
 * One thing that is not as it was.
 *
 * @param path the field of the manifest that decides it; empty for the object as a whole
 */
public record DefinitionChange(Impact impact, String path, String message) {
    static DefinitionChange breaking(String path, String message) {
        return new DefinitionChange(Impact.BREAKING, path, message);
    }

    static DefinitionChange rights(String path, String message) {
        return new DefinitionChange(Impact.RIGHTS, path, message);
    }

    static DefinitionChange behaviour(String path, String message) {
        return new DefinitionChange(Impact.BEHAVIOUR, path, message);
    }

    static DefinitionChange compatible(String path, String message) {
        return new DefinitionChange(Impact.COMPATIBLE, path, message);
    }
}
