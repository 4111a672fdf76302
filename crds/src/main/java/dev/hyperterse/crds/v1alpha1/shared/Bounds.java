package dev.hyperterse.crds.v1alpha1.shared;

/**
 * Lengths that strings may have, in characters, and bounds of numbers that several records have. Every string of the API has one: without it the API server must assume
 * the worst when it estimates what a CEL rule costs, and refuses the CRD.
 */
public final class Bounds {
    public static final int ANNOTATION = 1_024;
    /** Cards have 200 characters for it, with a dot and the name of a toolset behind it. */
    public static final int CARD_NAME = 136;

    public static final int CHOICE = 256;
    public static final int COLUMN = 256;
    public static final int COMPLETION = 256;
    static final int CONDITION_MESSAGE = 32_768;
    public static final int CONDITION_TYPE = 316;
    static final int DATA_KEY = 253;
    public static final int DESCRIPTION = 8_192;
    public static final int DIGEST = 64;
    public static final int DURATION = 12;
    public static final int ENDPOINT_PATH = 268;
    public static final int HEADER = 64;
    static final int ICON = 16_384;
    static final int ICON_SIZE = 16;
    public static final int IDENTIFIER = 63;
    /** 128 KiB: client-side apply copies an object into an annotation, and all annotations share 256 KiB. */
    public static final int INLINE = 131_072;

    public static final int INSTRUCTIONS = 16_384;
    /** Names of items. */
    public static final int ITEM = 192;

    /** Items of an object. */
    public static final int ITEMS = 512;

    public static final int LABEL = 63;
    static final int LABEL_KEY = 317;
    public static final int MIME_TYPE = 127;
    public static final int OBJECT_NAME = 253;
    public static final int PATH = 512;
    public static final int PRINCIPAL = 128;
    public static final int PUBLIC_NAME = 192;
    public static final int REGEX = 512;
    public static final int SETTING = 4_096;
    public static final int SKILL_PATH = 256;
    /** The limit of registries of MCP servers. */
    public static final int SUMMARY = 100;

    public static final int TIMESTAMP = 40;
    public static final int TITLE = 256;
    public static final int TOOL_NAME = 128;

    /** The limit of the directories of clients. */
    public static final int ENTRY_TOOL_NAME = 64;

    /** Fewer would not hold what an answer says of the rows that it leaves out, and a row. */
    public static final int LEAST_TOKENS = 1_000;

    public static final int MOST_TOKENS = 10_000_000;

    public static final int URL = 2_048;
    public static final int VERSION = 32;

    private Bounds() {}
}
