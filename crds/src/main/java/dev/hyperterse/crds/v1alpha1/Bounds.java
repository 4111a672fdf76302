package dev.hyperterse.crds.v1alpha1;

/**
 * Lengths that strings may have, in characters, and bounds of numbers that several records have. Every string of the API has one: without it the API server must assume
 * the worst when it estimates what a CEL rule costs, and refuses the CRD.
 */
final class Bounds {
    static final int ANNOTATION = 1_024;
    static final int CHOICE = 256;
    static final int COLUMN = 256;
    static final int COMPLETION = 256;
    static final int CONDITION_MESSAGE = 32_768;
    static final int CONDITION_TYPE = 316;
    static final int DATA_KEY = 253;
    static final int DESCRIPTION = 8_192;
    static final int DIGEST = 64;
    static final int DURATION = 12;
    static final int ENDPOINT_PATH = 268;
    static final int HEADER = 64;
    static final int ICON = 16_384;
    static final int ICON_SIZE = 16;
    static final int IDENTIFIER = 63;
    /** 128 KiB: client-side apply copies an object into an annotation, and all annotations share 256 KiB. */
    static final int INLINE = 131_072;

    static final int INSTRUCTIONS = 16_384;
    /** Names of items. */
    static final int ITEM = 192;

    /** Items of an object. */
    static final int ITEMS = 512;

    static final int LABEL = 63;
    static final int LABEL_KEY = 317;
    static final int MIME_TYPE = 127;
    static final int OBJECT_NAME = 253;
    static final int PATH = 512;
    static final int PRINCIPAL = 128;
    static final int PUBLIC_NAME = 192;
    static final int REGEX = 512;
    static final int SETTING = 4_096;
    static final int SKILL_PATH = 256;
    /** The limit of registries of MCP servers. */
    static final int SUMMARY = 100;

    static final int TIMESTAMP = 40;
    static final int TITLE = 256;
    static final int TOOL_NAME = 128;

    /** The limit of the directories of clients. */
    static final int ENTRY_TOOL_NAME = 64;

    /** Fewer would not hold what an answer says of the rows that it leaves out, and a row. */
    static final int LEAST_TOKENS = 1_000;

    static final int MOST_TOKENS = 10_000_000;

    static final int URL = 2_048;
    static final int VERSION = 32;

    private Bounds() {}
}
