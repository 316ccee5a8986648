/*
 * thud --version --licences: whose code a build contains or links, and on which terms.
 */
#ifndef THUD_CLI_LICENCES_H
#define THUD_CLI_LICENCES_H

int licences_print(void);

#endif
