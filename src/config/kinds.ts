/** Every kind of value that an option can have. */
