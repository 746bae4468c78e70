/// What C says counts as well.
/// Where it goes on does not.
int native(void);
