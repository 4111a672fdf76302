package dev.hyperterse.runtime.source.kubernetes;

/** Receives each fetched and verified part, for the local copy. */
interface FetchedParts {
    FetchedParts IGNORED = new FetchedParts() {
        @Override
        public void slot(String sha256, byte[] compressed) {}

        @Override
        public void values(String id, byte[] content) {}
    };

    void slot(String sha256, byte[] compressed);

    void values(String id, byte[] content);
}
